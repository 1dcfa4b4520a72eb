import type { ThreadId, TurnId } from '@countersign/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from '../open-store.ts'
import {
  closeScene,
  decided,
  newCall,
  newCallId,
  newThread,
  newUser,
  NO_EXTRA,
  openScene,
  propose,
  startTurn,
} from '../testing/scene.ts'
import { said, usage } from '../testing/said.ts'
import type { Pair } from './ground.ts'

export function turnContract(at: () => Pair): void {
  test('a message in another mode than its sender saw is held', async () => {
    const { a, idA } = at()
    const user = newUser()
    const { id } = await newThread(a, user, 'plan')
    const held = await a.turns.start(user, id, { text: 'go', seenMode: 'auto' })
    expect(held).toEqual({ kind: 'mode_changed', mode: 'plan' })
    expect(await a.turns.claim(idA)).toBeUndefined()
    expect(await a.turns.start(newUser(), id, { text: 'go' })).toEqual({ kind: 'not_found' })
  })

  test('one turn of a thread is live; messages queue behind it and run in order', async () => {
    const { a, b, idA, idB } = at()
    const user = newUser()
    const { id } = await newThread(a, user)
    const first = await startTurn(a, idA, user, id, 'one')
    expect(await b.turns.start(user, id, { text: 'two' })).toMatchObject({ kind: 'started', queued: true })
    expect(await b.turns.start(user, id, { text: 'three' })).toMatchObject({ queued: true })
    expect(await b.turns.claim(idB)).toBeUndefined()
    await a.turns.finish(first, { kind: 'answered', text: 'One.', usage })
    const second = await b.turns.claim(idB)
    expect(second?.messages).toEqual([
      { role: 'user', text: 'one' },
      { role: 'user', text: 'two' },
    ])
    expect(await a.turns.claim(idA)).toBeUndefined()
    expect(await b.turns.stop(user, id)).toBe(second?.turnId)
    const third = await a.turns.claim(idA)
    expect(third?.messages.at(-1)).toEqual({ role: 'user', text: 'three' })
    await a.turns.stop(user, id)
  })

  test('of turns that begin at once a process takes those that were sent to it, then the others, in order', async () => {
    const { a, b, idA } = at()
    const user = newUser()
    const sent: { readonly to: Store; readonly turn: TurnId; readonly thread: ThreadId }[] = []
    for (const to of [b, a, b, a]) {
      const { id } = await newThread(a, user)
      const started = await to.turns.start(user, id, { text: 'go' })
      if (started.kind === 'started') sent.push({ to, turn: started.turnId, thread: id })
    }
    const sentTo = (store: Store) => sent.filter(({ to }) => to === store).map(({ turn }) => turn)
    const claimed: (TurnId | undefined)[] = []
    for (const _ of sent) claimed.push((await a.turns.claim(idA))?.turnId)
    expect(claimed).toEqual([...sentTo(a), ...sentTo(b)])
    for (const { thread } of sent) await a.turns.stop(user, thread)
  })

  test('the conversation is rebuilt from journal and rows', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    const calls = [
      { id: call.id, providerId: 'p1', name: call.tool, input: '{}' },
      { id: newCallId(), providerId: 'p2', name: 'nonsense', input: '{}' },
    ]
    await a.turns.append(scene.lease, {
      ...said('Running it.', calls),
      providerMetadata: { signature: 'x' },
    })
    await a.calls.begin(scene.lease, call.id, call.hash)
    await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: 'all green', code: null })
    await a.turns.append(scene.lease, said('All tests pass.'))
    await a.turns.finish(scene.lease, { kind: 'answered', text: 'Running it.\n\nAll tests pass.', usage })
    await a.turns.start(scene.user, scene.thread.id, { text: 'And now?' })
    const claimed = await a.turns.claim(idA)
    expect(claimed?.messages).toEqual([
      { role: 'user', text: 'Do it' },
      { role: 'assistant', text: 'Running it.', calls, providerMetadata: { signature: 'x' } },
      { role: 'tool', providerId: 'p1', name: call.tool, text: 'all green', isError: false },
      { role: 'tool', providerId: 'p2', name: 'nonsense', text: 'Did not run.', isError: true },
      { role: 'assistant', text: 'All tests pass.', calls: [] },
      { role: 'user', text: 'And now?' },
    ])
    await a.turns.stop(scene.user, scene.thread.id)
  })

  test('what was thought stands with the message that came of it, and what is thought now in the snapshot', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const { lease, user, thread } = scene
    const look = async () => {
      const snapshot = await b.threads.snapshot(user, thread.id)
      const thoughts = snapshot?.messages.flatMap(({ thought }) => thought?.text ?? [])
      return { thoughts, thinking: snapshot?.thinking?.text, streaming: snapshot?.streaming }
    }
    const think = (text: string, kind: 'text' | 'reasoning' = 'reasoning') =>
      a.turns.stream(lease, { kind, text, parentId: null, depth: 0, at: 0 })
    const asked = [{ id: newCallId(), providerId: 'p1', name: 'files.list', input: '{}' }]
    expect(await look()).toEqual({ thoughts: [], thinking: undefined, streaming: '' })
    await think('first ')
    expect(await look()).toMatchObject({ thinking: 'first ' })
    await a.turns.append(lease, { ...said('', asked), thought: { text: 'first ', ms: 10 } })
    expect(await look()).toMatchObject({ thinking: 'first ' })
    await think('second')
    await think('Words', 'text')
    expect(await look()).toEqual({ thoughts: [], thinking: 'first second', streaming: 'Words' })
    await a.turns.append(lease, { ...said('Words.', asked), thought: { text: 'first second', ms: 20 } })
    expect(await look()).toEqual({ thoughts: ['first second'], thinking: undefined, streaming: '' })
    await think('third')
    await a.turns.withdraw(lease, { parentId: null, depth: 0 })
    expect(await look()).toMatchObject({ thinking: undefined })
    await a.turns.append(lease, { ...said('All done.'), thought: { text: 'last', ms: 30 } })
    await a.turns.finish(lease, { kind: 'answered', text: '', usage })
    expect(await look()).toEqual({ thoughts: ['first second', 'last'], thinking: undefined, streaming: '' })
    const told = (await a.outbox.read(thread.id, 0, 100)).flatMap(({ event }) =>
      event.type === 'message_added' && event.message.thought !== undefined ? [event.message.thought] : [],
    )
    expect(told).toEqual([
      { text: 'first second', ms: 20 },
      { text: 'last', ms: 30 },
    ])
  })

  test('the journal is exact, whatever characters it holds', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const entries = [said('null \0 and lone \ud800 and 🙂'), said('second')]
    for (const entry of entries) await a.turns.append(scene.lease, entry)
    expect(await b.turns.load(scene.lease.turnId)).toEqual(entries)
    await closeScene(scene)
  })

  test('answers that several levels journal at once are all kept, with what they cost', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const texts = Array.from({ length: 12 }, (_, index) => `answer ${index}`)
    await Promise.all(texts.map(async (text) => a.turns.append(scene.lease, said(text))))
    const kept = await a.turns.load(scene.lease.turnId)
    expect(kept.map((entry) => (entry.kind === 'model' ? entry.text : '')).toSorted()).toEqual(
      texts.toSorted(),
    )
    const { model_calls } = await a.db
      .selectFrom('turns')
      .select('model_calls')
      .where('id', '=', scene.lease.turnId)
      .executeTakeFirstOrThrow()
    expect(model_calls).toBe(texts.length)
    await closeScene(scene)
  })

  test('an answer is on the disk before a call of it begins', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await newCall(scene)
    const asked = { id: call.id, providerId: 'p', name: call.tool, input: '{}' }
    await a.turns.append(scene.lease, said('', [asked]))
    const { rows: written } = await sql<{
      at: string
    }>`select pg_current_wal_insert_lsn()::text as at`.execute(a.db)
    await a.calls.propose(scene.lease, call, decided('run'), { ...NO_EXTRA, begin: { mode: 'default' } })
    const { rows: safe } = await sql<{ safe: boolean }>`
      select pg_current_wal_flush_lsn() >= ${written[0]?.at}::pg_lsn as safe`.execute(a.db)
    expect(safe).toEqual([{ safe: true }])
    await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: '', code: null })
    await closeScene(scene)
  })

  test.each(['', 'First this.'])('an answer (%j) that is held is there with its first call', async (text) => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await newCall(scene)
    const entry = said(text, [{ id: call.id, providerId: 'p', name: call.tool, input: '{}' }])
    const { written } = await a.turns.hold(scene.lease, entry)
    await a.calls.propose(scene.lease, call, decided('run'), { ...NO_EXTRA, begin: { mode: 'default' } })
    await written
    expect(await b.turns.load(scene.lease.turnId)).toEqual([entry])
    const told = (await b.outbox.read(scene.thread.id, 0, 100)).map(({ event }) => event.type)
    expect(told.slice(text === '' ? -1 : -2)).toEqual(
      text === '' ? ['tool_call_update'] : ['message_added', 'tool_call_update'],
    )
    await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: '', code: null })
    await closeScene(scene)
  })

  test('an answer that is held is written alone where nothing follows', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const entry = said('', [{ id: newCallId(), providerId: 'p', name: 'x', input: '{}' }])
    const { written } = await a.turns.hold(scene.lease, entry)
    await written
    expect(await b.turns.load(scene.lease.turnId)).toEqual([entry])
    await closeScene(scene)
  })

  test('the end of a turn has the answers that were held, what they said and what they cost', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const calls = [{ id: newCallId(), providerId: 'p', name: 'x', input: '{}' }]
    const held = await Promise.all(
      ['One.', 'Two.'].map((text) => a.turns.hold(scene.lease, said(text, calls))),
    )
    const outcome = { kind: 'failed', message: 'no', text: '', usage } as const
    expect(await a.turns.finish(scene.lease, outcome)).toBe(true)
    await Promise.all(held.map(({ written }) => written))
    const snapshot = await a.threads.snapshot(scene.user, scene.thread.id)
    expect(snapshot?.messages.map(({ text }) => text).slice(1, 3)).toEqual(['One.', 'Two.'])
    expect(snapshot?.turn?.usage?.input_tokens).toBe(20)
  })

  test('an answer that is held under a lease that is lost is never written', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await newCall(scene)
    const entry = said('', [{ id: call.id, providerId: 'p', name: call.tool, input: '{}' }])
    await b.turns.stop(scene.user, scene.thread.id)
    const { written } = await a.turns.hold(scene.lease, entry)
    const how = written.then(() => 'written', String)
    await expect(a.calls.propose(scene.lease, call, decided('run'), NO_EXTRA)).rejects.toThrow('is lost')
    expect(await a.turns.finish(scene.lease, { kind: 'stopped', text: '', usage })).toBe(false)
    expect(await how).toContain('is lost')
    expect(await b.turns.load(scene.lease.turnId)).toEqual([])
  })

  test('budgets are spent in the transaction that spends them', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    await a.turns.append(scene.lease, said('x'))
    await propose(scene, 'run', { category: 'write' })
    const row = await a.db
      .selectFrom('turns')
      .select(['model_calls', 'tool_calls', 'writes', 'input_tokens'])
      .where('id', '=', scene.lease.turnId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ model_calls: 1, tool_calls: 1, writes: 1, input_tokens: 10 })
    await closeScene(scene)
  })

  test.each<[string, readonly (number | null | undefined)[], number | null]>([
    ['adds up', [0.25, 0.5], 0.75],
    ['is nothing where nothing was asked', [], 0],
    ['is unknown with one price that is', [0.25, null, 0.5], null],
    ['is unknown where nobody said', [undefined], null],
  ])('the cost of a turn %s', async (_how, costs, cost_usd) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    for (const costUsd of costs) {
      const spent = costUsd === undefined ? usage : { ...usage, costUsd }
      await a.turns.append(scene.lease, { ...said('x'), usage: spent })
    }
    await a.turns.finish(scene.lease, { kind: 'answered', text: 'x', usage })
    // Ten tokens were read and five written at the last answer, whatever their number.
    const context = costs.length === 0 ? {} : { context_tokens: 15 }
    const spent = {
      input_tokens: 10 * costs.length,
      output_tokens: 5 * costs.length,
      cost_usd,
      ...context,
    }
    const events = (await a.outbox.read(scene.thread.id, 0, 1000)).map(({ event }) => event)
    expect(events).toContainEqual({ type: 'cost_summary', turn_id: scene.lease.turnId, ...spent })
    const snapshot = await a.threads.snapshot(scene.user, scene.thread.id)
    expect(snapshot?.turn).toMatchObject({ state: 'done', usage: spent })
    const last = events.findLast((event) => event.type === 'turn_updated')
    expect(last?.turn).toEqual(snapshot?.turn)
  })

  test('the context of a turn is that of the agent itself, never of a sub-agent, whichever way it is written', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const used = (inputTokens: number) => ({ inputTokens, outputTokens: 5 })
    await a.turns.append(scene.lease, { ...said('x'), usage: used(100) })
    await a.turns.append(scene.lease, { ...said('x'), parentId: newCallId(), usage: used(7000) })
    const ofTurn = async () => {
      const row = await b.db
        .selectFrom('turns')
        .select('context_tokens')
        .where('id', '=', scene.lease.turnId)
        .executeTakeFirstOrThrow()
      return row.context_tokens
    }
    expect(await ofTurn()).toBe(105)
    const call = [{ id: newCallId(), providerId: 'p', name: 'x', input: '{}' }]
    await a.turns.append(scene.lease, { ...said('With words.', call), usage: used(300) })
    expect(await ofTurn()).toBe(305)
    // An answer without a report of its input tokens changes nothing.
    await a.turns.append(scene.lease, { ...said('x'), usage: { inputTokens: 0, outputTokens: 0 } })
    await a.turns.finish(scene.lease, { kind: 'answered', text: 'x', usage })
    expect((await b.threads.snapshot(scene.user, scene.thread.id))?.turn?.usage?.context_tokens).toBe(305)
  })

  test('a turn that was stopped says what it cost', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    await a.turns.append(scene.lease, { ...said('x'), usage: { ...usage, costUsd: 0.5 } })
    await a.turns.stop(scene.user, scene.thread.id)
    const events = (await a.outbox.read(scene.thread.id, 0, 1000)).map(({ event }) => event)
    const spent = { input_tokens: 10, output_tokens: 5, cost_usd: 0.5, context_tokens: 15 }
    expect(events).toContainEqual({ type: 'cost_summary', turn_id: scene.lease.turnId, ...spent })
  })

  test('a lost lease can write nothing', async () => {
    const { a, b, idA, idB } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    expect(await a.turns.release(scene.lease)).toBe(true)
    // The turn goes to its streaming process, or to any process once it waited.
    const taken = (await b.turns.claim(idB)) ?? (await a.turns.claim(idA))
    expect(taken?.lease.epoch).toBe(scene.lease.epoch + 1)
    const old = scene.lease
    const unsaid = await newCall(scene)
    expect(await a.turns.renew(old)).toBe(false)
    expect(await a.turns.park(old)).toBe(false)
    expect(await a.turns.release(old)).toBe(false)
    expect(await a.calls.begin(old, call.id, call.hash)).toBe(false)
    expect(await a.turns.finish(old, { kind: 'answered', text: '', usage })).toBe(false)
    await expect(a.turns.append(old, said('x'))).rejects.toThrow('lease')
    await expect(a.calls.propose(old, unsaid, decided('run'), NO_EXTRA)).rejects.toThrow('lease')
    const before = (await a.outbox.read(scene.thread.id, 0, 1000)).length
    await a.turns.stream(old, { kind: 'text', text: 'x', parentId: null, depth: 0, at: 0 })
    await a.turns.withdraw(old, { parentId: null, depth: 0 })
    expect((await a.outbox.read(scene.thread.id, 0, 1000)).length).toBe(before)
    await a.turns.stop(scene.user, scene.thread.id)
  })

  test('a turn whose calls all wait is laid down and taken up by an answer', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    expect(await a.turns.park(scene.lease)).toBe(true)
    expect(await a.turns.renew(scene.lease)).toBe(false)
    expect(await a.turns.claim(idA)).toBeUndefined()
    await b.approvals.answer(scene.user, { callId: call.id, decision: 'allow_once', hash: call.hash })
    const again = await a.turns.claim(idA)
    expect(again?.lease).toEqual({ turnId: scene.lease.turnId, epoch: scene.lease.epoch + 1 })
    await a.turns.stop(scene.user, scene.thread.id)
  })

  test.each([
    ['an answer came', 'allow_once'],
    ['a refusal came and nothing waits', 'deny'],
  ] as const)('a turn is not laid down when %s', async (_why, decision) => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    await b.approvals.answer(scene.user, { callId: call.id, decision, hash: call.hash })
    expect(await a.turns.park(scene.lease)).toBe(false)
    expect(await a.turns.renew(scene.lease)).toBe(true)
    await closeScene(scene)
  })

  test('a sub-agent whose calls wait is laid down with the turn and begins again', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const parent = await propose(scene, 'run', { tool: 'run_subtask', category: 'read', repeat: 'safe' })
    await a.calls.begin(scene.lease, parent.id, parent.hash)
    expect(await a.turns.park(scene.lease)).toBe(false)
    const child = await propose(scene, 'ask', { parentId: parent.id })
    expect(await a.turns.park(scene.lease)).toBe(true)
    expect((await a.calls.find(parent.id))?.state).toBe('approved')
    await a.approvals.answer(scene.user, { callId: child.id, decision: 'allow_once', hash: child.hash })
    const again = await a.turns.claim(idA)
    expect(again === undefined ? false : await a.calls.begin(again.lease, parent.id, parent.hash)).toBe(true)
    await a.turns.stop(scene.user, scene.thread.id)
  })
}
