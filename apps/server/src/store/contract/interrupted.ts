import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Settling } from '../../gate/ports.ts'
import { callHistory } from '../call/call-history.ts'
import { newUser, openScene, plainUuid, propose, type Scene } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'
import type { Pair } from './ground.ts'

type Proposed = Awaited<ReturnType<typeof propose>>

const settling = (call: Proposed, how: Settling['how']): Settling => ({
  callId: call.id,
  how,
  hash: call.hash,
})

export function interruptedContract(at: () => Pair): void {
  /** A call that was running when its process went silent, in a turn that is over. */
  async function cutOff(destructive = false): Promise<{ scene: Scene; call: Proposed }> {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask', { destructive })
    await a.approvals.answer(scene.user, { callId: call.id, decision: 'allow_once', hash: call.hash })
    const asked = { id: call.id, providerId: 'p1', name: call.tool, input: JSON.stringify(call.args) }
    const usage = { inputTokens: 0, outputTokens: 0 }
    await a.turns.append(scene.lease, {
      kind: 'model',
      parentId: null,
      text: '',
      calls: [asked],
      usage,
      worked: 0,
    })
    await a.calls.begin(scene.lease, call.id, call.hash)
    await a.db.updateTable('turns').set({ lease_until: ranOut() }).where('id', '=', call.turnId).execute()
    await a.recovery.recover()
    expect((await a.calls.find(call.id))?.state).toBe('interrupted')
    await a.turns.stop(scene.user, scene.thread.id)
    return { scene, call }
  }

  test.each([
    ['done', 'succeeded', null],
    ['not_done', 'failed', 'not_done'],
  ] as const)('a person looked: %s', async (how, state, code) => {
    const { b } = at()
    const { scene, call } = await cutOff()
    expect(await b.approvals.settle(scene.user, settling(call, how))).toMatchObject({
      ok: true,
      call: { state },
    })
    expect(await b.calls.find(call.id)).toMatchObject({
      state,
      result: { code },
      signature: { via: 'person' },
    })
    expect(await b.approvals.settle(scene.user, settling(call, 'again'))).toMatchObject({
      ok: false,
      code: 'already_settled',
    })
  })

  test('run again is a new call in a turn of its own, approved by this person, once', async () => {
    const { a, b, idA } = at()
    const { scene, call } = await cutOff(true)
    const twice = await Promise.all([
      a.approvals.settle(scene.user, settling(call, 'again')),
      b.approvals.settle(scene.user, settling(call, 'again')),
    ])
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await a.calls.find(call.id))?.state).toBe('abandoned')
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(false)
    const claimed = await a.turns.claim(idA)
    if (claimed === undefined) throw new Error('nothing to run')
    const [entry] = await a.turns.load(claimed.turnId)
    const id = entry?.kind === 'model' ? entry.calls[0]?.id : undefined
    if (id === undefined) throw new Error('no call in the journal')
    const again = await a.calls.find(id)
    expect(again).toMatchObject({
      state: 'approved',
      call: { hash: call.hash, args: call.args, turnId: claimed.turnId },
    })
    expect(await a.calls.begin(claimed.lease, id, call.hash)).toBe(true)
    const row = await a.db
      .selectFrom('calls')
      .select(['retry_of', 'attempt'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ retry_of: call.id, attempt: 2 })
    await a.turns.stop(scene.user, scene.thread.id)
  })

  test('others cannot settle it, and nothing else can be settled so', async () => {
    const { a } = at()
    const { scene, call } = await cutOff()
    expect(await a.approvals.settle(newUser(), settling(call, 'done'))).toMatchObject({
      ok: false,
      code: 'not_owner',
    })
    expect((await a.calls.find(call.id))?.state).toBe('interrupted')
    await a.approvals.settle(scene.user, settling(call, 'done'))
    expect(await a.approvals.settle(scene.user, settling(call, 'not_done'))).toMatchObject({
      code: 'already_settled',
    })
  })

  test('it is listed until someone settles it, and others do not see it', async () => {
    const { a, b } = at()
    const { scene, call } = await cutOff()
    const listed = async (user: typeof scene.user) =>
      (await b.approvals.waiting(user, { limit: 10 })).interrupted.map(({ id }) => id)
    expect(await listed(scene.user)).toEqual([call.id])
    expect(await listed(newUser())).toEqual([])
    expect(await b.approvals.waitingAmong(scene.user, [call.id])).toMatchObject({
      approvals: [],
      interrupted: [{ id: call.id, state: 'interrupted' }],
    })
    await a.approvals.settle(scene.user, settling(call, 'done'))
    expect(await listed(scene.user)).toEqual([])
    expect((await b.approvals.waitingAmong(scene.user, [call.id])).interrupted).toEqual([])
  })

  test('what was not shown is not settled, nor what is in a chat that was deleted', async () => {
    const { a, idA } = at()
    const { scene, call } = await cutOff()
    const other = { callId: call.id, how: 'again', hash: 'another' } as const
    expect(await a.approvals.settle(scene.user, other)).toMatchObject({ ok: false, code: 'hash_mismatch' })
    await a.threads.remove(scene.user, scene.thread.id)
    expect(await a.approvals.settle(scene.user, settling(call, 'again'))).toMatchObject({ code: 'not_found' })
    expect((await a.calls.find(call.id))?.state).toBe('interrupted')
    expect(await a.turns.claim(idA)).toBeUndefined()
  })

  test('the model reads what the person found, in the next turn', async () => {
    const { a, idA } = at()
    const { scene, call } = await cutOff()
    await a.approvals.settle(scene.user, settling(call, 'done'))
    const { rows } = await sql<{ body: string }>`
      select body from audit where call_id = ${call.id} and kind = 'call_settled'`.execute(a.db)
    expect(rows[0]?.body).toContain(`"actor":"${scene.user}"`)
    expect(rows[0]?.body).toContain('"state":"succeeded"')
    await a.turns.start(scene.user, scene.thread.id, { text: 'and now?' })
    const claimed = await a.turns.claim(idA)
    expect(claimed?.messages.find(({ role }) => role === 'tool')?.text).toContain(
      'a person checked: it was done',
    )
    await a.turns.stop(scene.user, scene.thread.id)
  })

  test('a thread that is deleted takes a call that was to run again with it', async () => {
    const { a, idA } = at()
    const { scene, call } = await cutOff()
    await a.turns.start(scene.user, scene.thread.id, { text: 'busy' })
    const again = await a.approvals.settle(scene.user, settling(call, 'again'))
    await a.threads.remove(scene.user, scene.thread.id)
    expect(again.ok && (await a.calls.find(again.call.call.id))?.state).toBe('cancelled')
    expect(await a.turns.claim(idA)).toBeUndefined()
  })

  /** A call that was printing in pieces when its process died. */
  async function killedWhilePrinting(
    pieces: readonly string[],
  ): Promise<{ scene: Scene; call: Proposed; other: Proposed }> {
    const { a, ground } = at()
    const id = plainUuid()
    const dying = await ground.open(id)
    const scene = await openScene(dying, id)
    const call = await propose(scene, 'run')
    const other = await propose(scene, 'run')
    await dying.calls.begin(scene.lease, call.id, call.hash)
    await dying.calls.begin(scene.lease, other.id, other.hash)
    for (const piece of pieces) {
      await dying.turns.output(scene.lease, call.id, piece)
      await dying.turns.output(scene.lease, other.id, 'of another\n')
    }
    await dying.close()
    await a.recovery.recover()
    return { scene, call, other }
  }

  test('what a call had printed is kept with it when it is cut off, also after its pieces are forgotten', async () => {
    const { a, b } = at()
    const { scene, call } = await killedWhilePrinting(['copying 1\n', 'copying 2\n', 'copy\u0000ing 3'])
    await a.turns.stop(scene.user, scene.thread.id)
    await sql`delete from outbox where thread_id = ${scene.thread.id}`.execute(a.db)
    const text = 'copying 1\ncopying 2\ncopy\u0000ing 3'
    const history = callHistory(b.db)
    expect(await history.output(scene.user, call.id)).toEqual({ text, chars: text.length })
    expect(await history.output(newUser(), call.id)).toBeUndefined()
    const seen = (await b.threads.snapshot(scene.user, scene.thread.id))?.calls.find(
      ({ id }) => id === call.id,
    )
    expect(seen).toMatchObject({ state: 'interrupted', output_chars: text.length })
    await a.approvals.settle(scene.user, settling(call, 'done'))
    expect(await history.output(scene.user, call.id)).toEqual({ text, chars: text.length })
    await a.threads.remove(scene.user, scene.thread.id)
    expect(await history.output(scene.user, call.id)).toBeUndefined()
  })

  test('of much output the end is kept, from the start of a line', async () => {
    const { a, b } = at()
    const line = `${'x'.repeat(999)}\n`
    const { scene, call } = await killedWhilePrinting([line.repeat(40), line.repeat(40), 'the end'])
    await a.turns.stop(scene.user, scene.thread.id)
    const kept = (await callHistory(b.db).output(scene.user, call.id))?.text ?? ''
    expect(kept.startsWith('[…]\nx')).toBe(true)
    expect(kept.endsWith('x\nthe end')).toBe(true)
    expect(kept.length).toBeGreaterThan(60_000)
    expect(kept.length).toBeLessThanOrEqual(64_000 + 4)
  })

  test('a call that printed nothing, and one that ended, have no output of their own', async () => {
    const { a, idA } = at()
    const { scene, call } = await cutOff()
    const history = callHistory(a.db)
    expect(await history.output(scene.user, call.id)).toBeUndefined()
    const other = await openScene(a, idA)
    const ended = await propose(other, 'run')
    await a.calls.begin(other.lease, ended.id, ended.hash)
    await a.turns.output(other.lease, ended.id, 'half')
    await a.calls.end(other.lease, ended.id, { state: 'succeeded', code: null, text: 'whole' })
    expect(await history.output(other.user, ended.id)).toBeUndefined()
    await a.turns.stop(other.user, other.thread.id)
  })

  test('only what was printed since it last began is its output', async () => {
    const { a, b, idB, ground } = at()
    const id = plainUuid()
    const dying = await ground.open(id)
    const scene = await openScene(dying, id)
    const call = await propose(scene, 'run', { repeat: 'idempotent' })
    await dying.calls.begin(scene.lease, call.id, call.hash)
    await dying.turns.output(scene.lease, call.id, 'first try\n')
    await dying.close()
    const taken = await b.turns.claim(idB)
    if (taken === undefined) throw new Error('nothing to run')
    expect((await callHistory(a.db).output(scene.user, call.id))?.text).toBe('first try\n')
    expect(await b.calls.resume(taken.lease, call.id)).toBe(true)
    expect(await callHistory(a.db).output(scene.user, call.id)).toBeUndefined()
    await b.calls.begin(taken.lease, call.id, call.hash)
    await b.turns.output(taken.lease, call.id, 'second try\n')
    await b.turns.release(taken.lease)
    expect((await callHistory(a.db).output(scene.user, call.id))?.text).toBe('second try\n')
    await b.turns.stop(scene.user, scene.thread.id)
  })

  test('what was taken back and then done after all can be taken back again', async () => {
    const { a, b, idB, ground } = at()
    const id = plainUuid()
    const dying = await ground.open(id)
    const scene = await openScene(dying, id)
    const call = await propose(scene, 'run', { repeat: 'idempotent' })
    await dying.calls.begin(scene.lease, call.id, call.hash)
    await dying.close()
    const taken = await b.turns.claim(idB)
    if (taken === undefined) throw new Error('nothing to run')
    const shown = () => callHistory(a.db).whole(scene.user, call.id)
    await a.undo.mark(scene.user, { call: call.id }, [call.id], {})
    expect(await shown()).toMatchObject({ state: 'interrupted', undo: 'done' })
    expect(await b.calls.resume(taken.lease, call.id)).toBe(true)
    await b.calls.begin(taken.lease, call.id, call.hash)
    const result = { state: 'succeeded', code: null, text: 'ok', changed: ['/notes.md'] } as const
    expect(await b.calls.end(taken.lease, call.id, result)).toBe(true)
    expect(await shown()).toMatchObject({ state: 'succeeded', undo: 'possible' })
    expect(await a.undo.find(scene.user, { call: call.id })).toMatchObject({
      ok: true,
      calls: [{ id: call.id }],
    })
    await b.turns.stop(scene.user, scene.thread.id)
  })

  test('whoever opens a chat while a call runs sees what it printed so far', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    await a.calls.begin(scene.lease, call.id, call.hash)
    const shown = async () =>
      (await b.threads.snapshot(scene.user, scene.thread.id))?.calls.find(({ id }) => id === call.id)?.preview
    expect(await shown()).toBeNull()
    await a.turns.output(scene.lease, call.id, 'one\n')
    await a.turns.output(scene.lease, call.id, 'two\n')
    expect(await shown()).toBe('one\ntwo\n')
    await a.calls.end(scene.lease, call.id, { state: 'succeeded', code: null, text: 'whole' })
    expect(await shown()).toBe('whole')
    await a.turns.stop(scene.user, scene.thread.id)
  })
}
