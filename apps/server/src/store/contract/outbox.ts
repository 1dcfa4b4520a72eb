import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { OutboxHint } from '../../turns/outbox.ts'
import { closeScene, openScene, propose, type Scene } from '../testing/scene.ts'
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

  test('text of several turns that comes at once keeps the order of each, and a thread that is held delays no other', async () => {
    const { a, b, idA } = at()
    const scenes = [await openScene(a, idA), await openScene(a, idA), await openScene(a, idA)] as const
    const [free, held, lost] = scenes
    const level = { parentId: null, depth: 0, at: 0 }
    const stream = async ({ lease }: Pick<Scene, 'lease'>, texts: readonly string[]) => {
      await Promise.all(texts.map((text) => a.turns.stream(lease, { kind: 'text', text, ...level })))
    }
    const textOf = async ({ thread }: Scene) =>
      (await b.outbox.read(thread.id, 0, 1000))
        .map(({ event }) => (event.type === 'chunk' ? event.text : ''))
        .join('')
    const release = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const holder = b.db.transaction().execute(async (trx) => {
      await sql`select from threads where id = ${held.thread.id} for update`.execute(trx)
      holding.resolve()
      await release.promise
    })
    await holding.promise
    let told = false
    const late = stream(held, ['x', 'y', 'z']).then(() => {
      told = true
    })
    await Promise.all([
      stream(free, ['1', '2 "{,}\\', '\0', '3']),
      stream({ lease: { ...lost.lease, epoch: lost.lease.epoch + 1 } }, ['no', 'no']),
      stream(lost, ['yes']),
    ])
    expect(await textOf(free)).toBe('12 "{,}\\\u00003')
    expect(await textOf(lost)).toBe('yes')
    expect(told).toBe(false)
    release.resolve()
    await holder
    await late
    expect(await textOf(held)).toBe('xyz')
    for (const scene of scenes) {
      const events = await a.outbox.read(scene.thread.id, 0, 1000)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1))
      await closeScene(scene)
    }
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
    // More arrives at once, so the rest has to wait for its interval; the process ends before that.
    await c.turns.stream(scene.lease, { kind: 'text', text: 'two', ...level })
    await closeScene(scene)
    await c.close()
    await vi.waitFor(() => expect(seen.at(-1)).toBe('done'))
    leave()
  })

  test('pieces of text and output are forgotten an hour after their turn ended, and nothing else is', async () => {
    const { a, b, idA } = at()
    const told = async (scene: Scene) => {
      const level = { parentId: null, depth: 0, at: 0 }
      await a.turns.stream(scene.lease, { kind: 'text', text: 'null \0, half of \ud83d', ...level })
      const call = await propose(scene, 'run')
      await a.calls.begin(scene.lease, call.id, call.hash)
      await a.turns.output(scene.lease, call.id, 'printed')
      await a.calls.end(scene.lease, call.id, { state: 'succeeded', code: null, text: 'printed' })
    }
    const longAgo = async ({ thread }: Scene, ended: boolean) => {
      const then = sql<number>`now() - interval '2 hours'`
      await a.db.updateTable('outbox').set({ at: then }).where('thread_id', '=', thread.id).execute()
      if (!ended) return
      await a.db.updateTable('turns').set({ ended_at: then }).where('thread_id', '=', thread.id).execute()
    }
    const types = async ({ thread }: Scene) =>
      (await b.outbox.read(thread.id, 0, 1000)).map(({ event }) => event.type)
    const isPiece = (type: string) => type === 'chunk' || type === 'tool_output'

    const over = await openScene(a, idA)
    await told(over)
    await closeScene(over)
    const whole = await types(over)
    await longAgo(over, true)
    const justOver = await openScene(a, idA)
    await told(justOver)
    await closeScene(justOver)
    await longAgo(justOver, false)
    const live = await openScene(a, idA)
    await told(live)
    await longAgo(live, false)

    await a.prune()
    expect(whole.filter(isPiece)).toEqual(['chunk', 'tool_output'])
    expect(await types(over)).toEqual(whole.filter((type) => !isPiece(type)))
    expect((await types(justOver)).filter(isPiece)).toEqual(['chunk', 'tool_output'])
    expect((await types(live)).filter(isPiece)).toEqual(['chunk', 'tool_output'])

    // Events that were too early before are found the next time.
    await closeScene(live)
    await longAgo(live, true)
    await a.prune()
    expect((await types(live)).filter(isPiece)).toEqual([])
    expect((await types(justOver)).filter(isPiece)).toEqual(['chunk', 'tool_output'])
  })

  test('after the first time only the last days are looked through', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    await a.turns.stream(scene.lease, { kind: 'text', text: 'x', parentId: null, depth: 0, at: 0 })
    await closeScene(scene)
    const pieces = async () =>
      (await a.outbox.read(scene.thread.id, 0, 1000)).filter(({ event }) => event.type === 'chunk').length
    const age = async (interval: string) => {
      const then = sql<number>`now() - ${interval}::interval`
      const { id } = scene.thread
      await a.db.updateTable('outbox').set({ at: then }).where('thread_id', '=', id).execute()
      await a.db.updateTable('turns').set({ ended_at: then }).where('thread_id', '=', id).execute()
    }
    await a.prune()
    await age('9 days')
    await a.prune()
    expect(await pieces()).toBe(1)
    await age('2 days')
    await a.prune()
    expect(await pieces()).toBe(0)
  })
}
