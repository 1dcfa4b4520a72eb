import { expect, test } from 'vitest'
import { closeScene, openScene, plainUuid, propose } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'
import type { Pair } from './ground.ts'

export function recoveryContract(at: () => Pair): void {
  test('nothing is taken from a process that is alive', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    expect(await b.recovery.recover()).toEqual({ interrupted: 0, resumed: 0, turns: 0 })
    expect(await a.turns.renew(scene.lease)).toBe(true)
    await closeScene(scene)
  })

  test('after a crash: waiting waits, approved goes on, running by how it may be repeated', async () => {
    const { a, b, idB, ground } = at()
    const id = plainUuid()
    const dying = await ground.open(id)
    const scene = await openScene(dying, id)
    const [waiting, approved, safe, never, key] = [
      await propose(scene, 'ask'),
      await propose(scene, 'run'),
      await propose(scene, 'run', { repeat: 'safe', category: 'read' }),
      await propose(scene, 'run', { repeat: 'never' }),
      await propose(scene, 'run', { repeat: 'idempotent' }),
    ]
    for (const call of [safe, never, key]) await dying.calls.begin(scene.lease, call.id, call.hash)
    // It leaves without reporting its turn, like a killed one: its presence ends with its connection.
    await dying.close()
    expect(await b.recovery.recover()).toEqual({ interrupted: 2, resumed: 1, turns: 1 })
    const states = await Promise.all(
      [waiting, approved, safe, never, key].map(async ({ id }) => (await b.calls.find(id))?.state),
    )
    expect(states).toEqual(['waiting', 'approved', 'approved', 'interrupted', 'interrupted'])
    expect((await b.calls.find(never.id))?.result?.text).toContain('may have had effects')
    const taken = await b.turns.claim(idB)
    expect(taken?.lease).toEqual({ turnId: scene.lease.turnId, epoch: scene.lease.epoch + 1 })
    // The late result of the true executor is valid if the call was interrupted, but not if it began again.
    const late = { state: 'succeeded', text: 'late', code: null } as const
    expect(await a.calls.end(scene.lease, never.id, late)).toBe(true)
    expect(await a.calls.end(scene.lease, safe.id, late)).toBe(false)
    expect(taken === undefined ? false : await b.calls.begin(taken.lease, safe.id, safe.hash)).toBe(true)
    expect(await a.calls.begin(scene.lease, approved.id, approved.hash)).toBe(false)
    await b.turns.stop(scene.user, scene.thread.id)
  })

  test('a lease that ran out loses the turn, though the process lives', async () => {
    const { a, b, idA, idB } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    await a.db
      .updateTable('turns')
      .set({ lease_until: ranOut() })
      .where('id', '=', scene.lease.turnId)
      .execute()
    const taken = await b.turns.claim(idB)
    expect(taken?.turnId).toBe(scene.lease.turnId)
    expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(false)
    expect(await a.turns.renew(scene.lease)).toBe(false)
    await b.turns.stop(scene.user, scene.thread.id)
  })

  test('a call that ran on after its turn was stopped is interrupted when its process is gone', async () => {
    const { b, ground } = at()
    const id = plainUuid()
    const dying = await ground.open(id)
    const scene = await openScene(dying, id)
    const call = await propose(scene, 'run', { repeat: 'never' })
    await dying.calls.begin(scene.lease, call.id, call.hash)
    await b.turns.stop(scene.user, scene.thread.id)
    expect(await b.recovery.recover()).toMatchObject({ interrupted: 0 })
    await dying.close()
    expect(await b.recovery.recover()).toMatchObject({ interrupted: 1 })
    expect((await b.calls.find(call.id))?.state).toBe('interrupted')
  })

  test('text that was streamed and never journalled is withdrawn when the turn is taken over', async () => {
    const { b, idB, ground } = at()
    const id = plainUuid()
    const dying = await ground.open(id)
    const scene = await openScene(dying, id)
    const level = { parentId: null, depth: 0, at: 0 }
    await dying.turns.stream(scene.lease, { kind: 'text', text: 'kept', ...level })
    const usage = { inputTokens: 1, outputTokens: 1 }
    const entry = { kind: 'model', parentId: null, text: 'kept', calls: [], usage, worked: 0 } as const
    await dying.turns.append(scene.lease, entry)
    await dying.turns.stream(scene.lease, { kind: 'text', text: 'half', ...level })
    await dying.close()
    const taken = await b.turns.claim(idB)
    const types = (await b.outbox.read(scene.thread.id, 0, 100)).map(({ event }) => event.type)
    expect(types.filter((type) => type === 'chunk_withdrawn')).toHaveLength(1)
    expect((await b.threads.snapshot(scene.user, scene.thread.id))?.streaming).toBe('kept')
    if (taken !== undefined) await b.turns.release(taken.lease)
    await b.turns.claim(idB)
    const again = (await b.outbox.read(scene.thread.id, 0, 100)).map(({ event }) => event.type)
    expect(again.filter((type) => type === 'chunk_withdrawn')).toHaveLength(1)
    await b.turns.stop(scene.user, scene.thread.id)
  })
}
