import { expect, test } from 'vitest'
import { closeScene, newThread, newUser, openScene, propose } from '../testing/scene.ts'
import type { Pair } from './ground.ts'

const ALL = { limit: 1000 } as const

export function threadContract(at: () => Pair): void {
  test('a thread is its owner’s alone', async () => {
    const { a, b } = at()
    const [owner, other] = [newUser(), newUser()]
    const thread = await newThread(a, owner)
    expect(await b.threads.get(owner, thread.id)).toEqual(thread)
    expect(await b.threads.list(owner)).toEqual([thread])
    expect(await b.threads.list(other)).toEqual([])
    expect(await b.threads.get(other, thread.id)).toBeUndefined()
    expect(await b.threads.snapshot(other, thread.id)).toBeUndefined()
    expect(await b.threads.rename(other, thread.id, 'x')).toBe(false)
    expect(await b.threads.setMode(other, thread.id, 'auto')).toBe(false)
    expect(await b.threads.remove(other, thread.id)).toBe(false)
    expect(await a.threads.get(owner, thread.id)).toEqual(thread)
  })

  test('a new title and mode hold in every process at once', async () => {
    const { a, b } = at()
    const owner = newUser()
    const { id } = await newThread(a, owner)
    await a.threads.rename(owner, id, 'Other\0 title')
    await a.threads.setMode(owner, id, 'auto')
    const seen = await b.threads.get(owner, id)
    expect(seen).toMatchObject({ title: 'Other\uFFFD title', permission_mode: 'auto' })
    expect(await b.rules.forThread(id)).toMatchObject({ mode: 'auto', workspace: '/w' })
  })

  test('effort is the thread’s: set with its model, kept by a change of model, and given to its turns', async () => {
    const { a, b, idA } = at()
    const owner = newUser()
    const plain = await newThread(a, owner)
    expect(plain.effort).toBeUndefined()
    const { id } = await a.threads.create(owner, {
      title: 'T',
      mode: 'default',
      model: 'm/one',
      effort: 'low',
      workspace: '/w',
    })
    expect(await b.threads.get(owner, id)).toMatchObject({ model: 'm/one', effort: 'low' })
    await a.threads.setModel(owner, id, 'm/two')
    expect(await b.threads.get(owner, id)).toMatchObject({ model: 'm/two', effort: 'low' })
    await a.threads.setModel(owner, id, 'm/two', 'high')
    expect((await b.threads.snapshot(owner, id))?.thread.effort).toBe('high')
    await a.turns.start(owner, id, { text: 'go' })
    const claimed = await a.turns.claim(idA)
    expect(claimed).toMatchObject({ threadId: id, model: 'm/two', effort: 'high' })
    await a.threads.remove(owner, id)
    const other = await a.threads.create(owner, {
      title: 'T',
      mode: 'default',
      model: 'm',
      effort: 'low',
      workspace: '/w',
    })
    await a.threads.setModel(owner, other.id, 'm', null)
    expect((await b.threads.get(owner, other.id))?.effort).toBeUndefined()
  })

  test('plan denies what it blocks, by policy; other modes settle nothing', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const write = await propose(scene, 'ask', { category: 'write' })
    const read = await propose(scene, 'ask', { category: 'read' })
    await a.threads.setMode(scene.user, scene.thread.id, 'auto')
    expect((await a.calls.find(write.id))?.state).toBe('waiting')
    await a.threads.setMode(scene.user, scene.thread.id, 'plan')
    const denied = await a.calls.find(write.id)
    expect(denied).toMatchObject({ state: 'denied', signature: { via: 'policy', by: 'plan mode' } })
    expect(denied?.result).toMatchObject({ state: 'denied', code: 'mode_changed' })
    expect((await a.calls.find(read.id))?.state).toBe('waiting')
    await closeScene(scene)
  })

  test('the caller can say what a mode blocks', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask', { category: 'read', command: 'cat x' })
    await a.threads.setMode(scene.user, scene.thread.id, 'mine', ({ call }) => call.specifierText === 'cat x')
    expect((await a.calls.find(call.id))?.state).toBe('denied')
    await closeScene(scene)
  })

  test('a deleted thread is a tombstone: turn and cards are cancelled, audit rows stay', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    await a.turns.start(scene.user, scene.thread.id, { text: 'queued' })
    expect(await a.threads.remove(scene.user, scene.thread.id)).toBe(true)
    expect(await b.threads.list(scene.user)).toEqual([])
    expect(await b.threads.snapshot(scene.user, scene.thread.id)).toBeUndefined()
    expect((await b.calls.find(call.id))?.state).toBe('cancelled')
    expect(await b.turns.renew(scene.lease)).toBe(false)
    expect((await b.approvals.waiting(scene.user, ALL)).approvals).toEqual([])
    expect(await b.turns.start(scene.user, scene.thread.id, { text: 'x' })).toEqual({ kind: 'not_found' })
    expect(await a.turns.claim(idA)).toBeUndefined()
    const kinds = (await b.audit.list({ chain: scene.thread.id })).map(({ kind }) => kind)
    expect(kinds).toContain('thread_deleted')
    expect(kinds).toContain('call_proposed')
  })

  test('a snapshot has everything, with the number of the last event in it', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask', { command: 'deploy --token abcdef0123456789' })
    const level = { parentId: null, depth: 0, at: 0 }
    await a.turns.stream(scene.lease, { kind: 'text', text: 'gone', ...level })
    await a.turns.withdraw(scene.lease, level)
    await a.turns.stream(scene.lease, { kind: 'reasoning', text: 'hm', ...level })
    await a.turns.stream(scene.lease, { kind: 'text', text: 'Hello ', ...level })
    await a.turns.stream(scene.lease, { kind: 'text', text: 'there', ...level })
    const snapshot = await b.threads.snapshot(scene.user, scene.thread.id)
    expect(snapshot).toMatchObject({
      thread: { id: scene.thread.id },
      messages: [{ role: 'user', text: 'Do it' }],
      calls: [{ id: call.id, state: 'waiting', specifier: 'deploy --token ••••' }],
      approvals: [{ tool_call_id: call.id, state: 'pending', thread_title: 'A chat' }],
      turn: { id: scene.lease.turnId, state: 'running' },
      streaming: 'Hello there',
    })
    const events = await b.outbox.read(scene.thread.id, 0, 1000)
    expect(snapshot?.seq).toBe(events.at(-1)?.seq)
    await closeScene(scene)
  })
}
