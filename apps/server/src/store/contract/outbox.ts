import { expect, test, vi } from 'vitest'
import type { OutboxHint } from '../../turns/outbox.ts'
import { closeScene, openScene, propose } from '../testing/scene.ts'
import type { Pair } from './ground.ts'

export function outboxContract(at: () => Pair): void {
  test('events of a thread are numbered without a gap, in every process the same', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const calls = await Promise.all(Array.from({ length: 8 }, () => propose(scene, 'ask')))
    await Promise.all(
      calls.map((call, index) =>
        (index % 2 === 0 ? a : b).approvals.answer(scene.user, {
          callId: call.id,
          decision: 'deny',
          hash: call.hash,
        }),
      ),
    )
    await closeScene(scene)
    const events = await b.outbox.read(scene.thread.id, 0, 1000)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1))
    expect(await a.outbox.read(scene.thread.id, 0, 1000)).toEqual(events)
    expect(await a.outbox.read(scene.thread.id, 3, 2)).toEqual(events.slice(3, 5))
  })

  test('a change in one process is a hint in all of them', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const heard: { a: OutboxHint[]; b: OutboxHint[] } = { a: [], b: [] }
    const leave = [
      a.outbox.listen((hint) => heard.a.push(hint)),
      b.outbox.listen((hint) => heard.b.push(hint)),
    ]
    const call = await propose(scene, 'ask')
    await a.approvals.answer(scene.user, { callId: call.id, decision: 'deny', hash: call.hash })
    const expected = [
      { kind: 'thread', threadId: scene.thread.id },
      { kind: 'person', userId: scene.user, changed: { calls: [call.id], threads: [] } },
      { kind: 'wake', calls: [call.id], stopped: [] },
    ]
    await vi.waitFor(() => {
      for (const hint of expected) {
        expect(heard.a).toContainEqual(hint)
        expect(heard.b).toContainEqual(hint)
      }
    })
    for (const stop of leave) stop()
    await closeScene(scene)
  })

  test('streamed text reaches the other process too, the last piece included', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    let text = ''
    let seq = 0
    const leave = b.outbox.listen((hint) => {
      if (hint.kind !== 'thread' || hint.threadId !== scene.thread.id) return
      void b.outbox.read(scene.thread.id, seq, 1000).then((events) => {
        for (const { event, seq: at } of events) {
          if (at <= seq) continue
          seq = at
          if (event.type === 'chunk') text += event.text
        }
      })
    })
    const level = { parentId: null, depth: 0, at: 0 }
    for (let piece = 0; piece < 12; piece += 1)
      await a.turns.stream(scene.lease, { kind: 'text', text: `${piece} `, ...level })
    await vi.waitFor(() => expect(text).toBe('0 1 2 3 4 5 6 7 8 9 10 11 '))
    leave()
    await closeScene(scene)
  })

  test('the end of a turn reaches the other process, whatever becomes of this one', async () => {
    const { b, ground } = at()
    const c = await ground.open('short')
    const scene = await openScene(c, 'short')
    const seen: string[] = []
    let seq = 0
    const leave = b.outbox.listen((hint) => {
      if (hint.kind !== 'thread' || hint.threadId !== scene.thread.id) return
      void b.outbox.read(scene.thread.id, seq, 1000).then((events) => {
        for (const { event, seq: number } of events) {
          if (number <= seq) continue
          seq = number
          seen.push(event.type === 'turn_updated' ? event.turn.state : event.type)
        }
      })
    })
    const level = { parentId: null, depth: 0, at: 0 }
    await c.turns.stream(scene.lease, { kind: 'text', text: 'one ', ...level })
    await vi.waitFor(() => expect(seen).toContain('chunk'), { interval: 1 })
    // More comes at once, so that what is told of it has to wait for its time; the process has none left.
    await c.turns.stream(scene.lease, { kind: 'text', text: 'two', ...level })
    await closeScene(scene)
    await c.close()
    await vi.waitFor(() => expect(seen.at(-1)).toBe('done'))
    leave()
  })
}
