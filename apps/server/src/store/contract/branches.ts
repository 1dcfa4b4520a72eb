import { TurnId, type ThreadId, type UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import type { StartTurn } from '../../turns/ports.ts'
import type { Store } from '../open-store.ts'
import { newThread, newUser, openScene, propose, startTurn } from '../testing/scene.ts'
import { said, usage } from '../testing/said.ts'
import type { Pair } from './ground.ts'

/** Branches of a thread, and queued messages. */
export function branchContract(at: () => Pair): void {
  /** A thread with two answered turns: one, two. */
  async function twoTurns(store: Store, process: string) {
    const user = newUser()
    const { id } = await newThread(store, user)
    const one = await answer(store, process, user, id, 'one')
    const two = await answer(store, process, user, id, 'two')
    return { user, id, one, two }
  }

  async function answer(store: Store, process: string, user: UserId, id: ThreadId, text: string) {
    const lease = await startTurn(store, process, user, id, text)
    await finish(store, lease, `to ${text}`)
    return lease.turnId
  }

  async function finish(store: Store, lease: Parameters<Store['turns']['finish']>[0], text: string) {
    await store.turns.append(lease, said(text))
    await store.turns.finish(lease, { kind: 'answered', text, usage })
  }

  const turnOf = (started: StartTurn | { readonly kind: 'queued' }): TurnId => {
    if (started.kind !== 'started') throw new Error(started.kind)
    return started.turnId
  }

  const shown = async (store: Store, user: UserId, id: ThreadId) =>
    (await store.threads.snapshot(user, id))?.messages.map(({ text }) => text)

  test('an edited message begins a branch: the model reads what came before it and nothing of the branch that was left', async () => {
    const { a, b, idA, idB } = at()
    const { user, id, one, two } = await twoTurns(a, idA)
    const edited = turnOf(await b.turns.branch(user, id, two, { text: 'two, edited' }))
    const claimed = await b.turns.claim(idB)
    expect(claimed?.messages.map(({ text }) => text)).toEqual(['one', 'to one', 'two, edited'])
    if (claimed !== undefined) await finish(b, claimed.lease, 'to the edit')
    expect(await shown(a, user, id)).toEqual(['one', 'to one', 'two, edited', 'to the edit'])
    const snapshot = await a.threads.snapshot(user, id)
    expect(snapshot).toMatchObject({ leaf: edited, turn: { id: edited, parent_id: one } })
    expect(snapshot?.left?.messages.map(({ text }) => text)).toEqual(['two', 'to two'])
    expect(snapshot?.ended?.map((turn) => [turn.id, turn.parent_id])).toEqual([
      [one, null],
      [two, one],
      [edited, one],
    ])
  })

  test('regenerate is a branch with the same message; the next message goes on with it', async () => {
    const { a, idA } = at()
    const { user, id, two } = await twoTurns(a, idA)
    await a.turns.branch(user, id, two, {})
    const again = await a.turns.claim(idA)
    expect(again?.messages.map(({ text }) => text)).toEqual(['one', 'to one', 'two'])
    if (again !== undefined) await finish(a, again.lease, 'another answer')
    const next = await startTurnMessages(a, idA, user, id, 'three')
    expect(next).toEqual(['one', 'to one', 'two', 'another answer', 'three'])
  })

  test('the first message can be edited too', async () => {
    const { a, idA } = at()
    const { user, id, one } = await twoTurns(a, idA)
    await a.turns.branch(user, id, one, { text: 'other' })
    expect((await a.turns.claim(idA))?.messages.map(({ text }) => text)).toEqual(['other'])
    await a.turns.stop(user, id)
    expect((await shown(a, user, id))?.at(0)).toBe('other')
  })

  test('a branch that is chosen is current up to its last turn, in every process, and back again', async () => {
    const { a, b, idA } = at()
    const { user, id, one, two } = await twoTurns(a, idA)
    const other = turnOf(await a.turns.branch(user, id, one, { text: 'other' }))
    await a.turns.stop(user, id)
    expect(await b.turns.chooseBranch(user, id, one)).toBe('left')
    expect(await shown(a, user, id)).toEqual(['one', 'to one', 'two', 'to two'])
    expect((await a.threads.snapshot(user, id))?.leaf).toBe(two)
    expect(await startTurnMessages(a, idA, user, id, 'three')).toEqual([
      'one',
      'to one',
      'two',
      'to two',
      'three',
    ])
    expect(await b.turns.chooseBranch(user, id, other)).toBe('left')
    expect((await shown(a, user, id))?.at(0)).toBe('other')
    const events = (await b.outbox.read(id, 0, 1000)).map(({ event }) => event)
    const leaves = events.flatMap((event) => (event.type === 'branch_changed' ? [event.leaf] : []))
    expect(leaves).toEqual([null, two, other])
  })

  test('a branch is left by an explicit stop: its turn and its card are cancelled, rules and audit rows stay', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const { user, thread, lease } = scene
    await a.rules.add(user, { list: 'allow', threadId: thread.id, text: 'files.read(*)' })
    const call = await propose(scene, 'ask')
    const rows = (await b.audit.list({ chain: thread.id })).length
    await b.turns.branch(user, thread.id, lease.turnId, { text: 'other' })
    expect((await b.calls.find(call.id))?.state).toBe('cancelled')
    expect(await a.turns.renew(lease)).toBe(false)
    expect((await b.approvals.waiting(user, { limit: 10 })).approvals).toEqual([])
    const kinds = (await b.audit.list({ chain: thread.id })).map(({ kind }) => kind)
    expect(kinds.length).toBeGreaterThan(rows)
    expect(kinds).toContain('turn_stopped')
    expect((await b.rules.forThread(thread.id))?.rules.map(({ text }) => text)).toContain('files.read(*)')
    const snapshot = await b.threads.snapshot(user, thread.id)
    expect(snapshot?.calls).toEqual([])
    expect(snapshot?.left?.calls.map(({ id }) => id)).toEqual([call.id])
    await b.turns.chooseBranch(user, thread.id, lease.turnId)
    expect(await a.turns.claim(idA)).toBeUndefined()
    // A cancelled call stays cancelled: no branch brings a card back.
    expect((await b.calls.find(call.id))?.state).toBe('cancelled')
  })

  test('while a message is queued no branch is begun or chosen, and nothing is stopped', async () => {
    const { a, b, idA } = at()
    const { user, id, one } = await twoTurns(a, idA)
    const live = await startTurn(a, idA, user, id, 'three')
    const queued = turnOf(await b.turns.start(user, id, { text: 'four' }))
    expect(await b.turns.branch(user, id, one, { text: 'x' })).toEqual({ kind: 'queued' })
    await a.turns.stop(user, id)
    // It continues the branch that it was written for.
    const next = await a.turns.claim(idA)
    expect(next?.turnId).toBe(queued)
    expect(next?.messages.at(-1)?.text).toBe('four')
    expect(next?.messages.some(({ text }) => text === 'three')).toBe(true)
    expect(await a.turns.renew(live)).toBe(false)
    await a.turns.stop(user, id)
  })

  test('branches are their owner’s, and of turns that are in the thread', async () => {
    const { a, b, idA } = at()
    const { user, id, two } = await twoTurns(a, idA)
    const other = await twoTurns(a, idA)
    expect(await b.turns.branch(newUser(), id, two, {})).toEqual({ kind: 'not_found' })
    expect(await b.turns.branch(user, id, other.two, {})).toEqual({ kind: 'not_found' })
    expect(await b.turns.chooseBranch(newUser(), id, two)).toBeUndefined()
    expect(await b.turns.chooseBranch(user, id, TurnId.parse('trn_none'))).toBeUndefined()
    expect(await shown(a, user, id)).toEqual(['one', 'to one', 'two', 'to two'])
  })

  test('a branch in another mode than its sender saw is held; sent twice under one id it is one', async () => {
    const { a, idA } = at()
    const { user, id, two } = await twoTurns(a, idA)
    expect(await a.turns.branch(user, id, two, { text: 'x', seenMode: 'auto' })).toMatchObject({
      kind: 'mode_changed',
    })
    expect((await a.threads.snapshot(user, id))?.leaf).toBe(two)
    const first = turnOf(await a.turns.branch(user, id, two, { text: 'x', clientId: 'm1' }))
    expect(turnOf(await a.turns.branch(user, id, two, { text: 'x', clientId: 'm1' }))).toBe(first)
    expect((await a.turns.claim(idA))?.turnId).toBe(first)
    await a.turns.stop(user, id)
  })

  test('a queued message can be edited and taken back, by its owner and only while it is queued', async () => {
    const { a, b, idA } = at()
    const user = newUser()
    const { id } = await newThread(a, user)
    const live = await startTurn(a, idA, user, id, 'one')
    const edited = turnOf(await b.turns.start(user, id, { text: 'two' }))
    const gone = turnOf(await b.turns.start(user, id, { text: 'three' }))
    expect(await b.turns.editQueued(newUser(), id, edited, 'x')).toBe(false)
    expect(await b.turns.editQueued(user, id, live.turnId, 'x')).toBe(false)
    expect(await b.turns.editQueued(user, id, edited, 'two, edited')).toBe(true)
    expect(await b.turns.takeBack(newUser(), id, gone)).toBe(false)
    expect(await b.turns.takeBack(user, id, gone)).toBe(true)
    expect(await b.turns.takeBack(user, id, gone)).toBe(false)
    expect(await shown(a, user, id)).toEqual(['one', 'two, edited'])
    expect(await a.turns.renew(live)).toBe(true)
    await a.turns.stop(user, id)
    const next = await a.turns.claim(idA)
    expect(next?.messages.map(({ text }) => text)).toEqual(['one', 'two, edited'])
    await a.turns.stop(user, id)
    expect(await a.turns.claim(idA)).toBeUndefined()
  })

  test('what an answer used that was cut off is counted, also after the stop', async () => {
    const { a, b, idA } = at()
    const user = newUser()
    const { id } = await newThread(a, user)
    const lease = await startTurn(a, idA, user, id, 'one')
    await b.turns.stop(user, id)
    await a.turns.countCut(lease, { inputTokens: 900, outputTokens: 40 })
    const used = { input_tokens: 900, output_tokens: 40, cost_usd: null, estimated: true }
    expect((await b.threads.snapshot(user, id))?.turn?.usage).toEqual(used)
    const costs = (await b.outbox.read(id, 0, 1000)).filter(({ event }) => event.type === 'cost_summary')
    expect(costs.at(-1)?.event).toMatchObject(used)
    // An earlier lease is void.
    await a.turns.countCut({ ...lease, epoch: lease.epoch - 1 }, { inputTokens: 1, outputTokens: 1 })
    expect((await b.threads.snapshot(user, id))?.turn?.usage).toEqual(used)
    // An answer of a free model leaves the cost as it is.
    const other = await startTurn(a, idA, user, id, 'two')
    await b.turns.stop(user, id)
    await a.turns.countCut(other, { inputTokens: 900, outputTokens: 40, costUsd: 0 })
    expect((await b.threads.snapshot(user, id))?.turn?.usage).toEqual({ ...used, cost_usd: 0 })
  })

  async function startTurnMessages(store: Store, process: string, user: UserId, id: ThreadId, text: string) {
    await store.turns.start(user, id, { text })
    const claimed = await store.turns.claim(process)
    await store.turns.stop(user, id)
    return claimed?.messages.map((message) => message.text)
  }
}
