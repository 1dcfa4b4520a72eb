import { expect, test } from 'vitest'
import { closeScene, newThread, newUser, openScene, propose } from '../testing/scene.ts'
import { ranOut } from '../testing/times.ts'
import type { Pair } from './ground.ts'

const ROUNDS = 20

export function raceContract(at: () => Pair): void {
  test('of two answers at once exactly one counts, and both learn it', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    for (let round = 0; round < ROUNDS; round += 1) {
      const call = await propose(scene, 'ask')
      const given = { callId: call.id, hash: call.hash }
      const answers = await Promise.all([
        a.approvals.answer(scene.user, { ...given, decision: 'allow_once' }),
        b.approvals.answer(scene.user, { ...given, decision: 'deny' }),
      ])
      const state = (await a.calls.find(call.id))?.state
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.map((answer) => answer.call?.state)).toEqual([state, state])
      expect(state).toBe(answers[0].ok ? 'approved' : 'denied')
    }
    await closeScene(scene)
  })

  test('of an answer and an expiry at once exactly one counts', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    for (let round = 0; round < ROUNDS; round += 1) {
      const call = await propose(scene, 'ask')
      const due = a.db
        .updateTable('approvals')
        .set({ expires_at: ranOut(-3) })
        .where('call_id', '=', call.id)
      await due.execute()
      const [answered] = await Promise.all([
        a.approvals.answer(scene.user, { callId: call.id, hash: call.hash, decision: 'allow_once' }),
        (async () => {
          while ((await b.calls.find(call.id))?.state === 'waiting') await b.approvals.expireDue()
        })(),
      ])
      expect((await a.calls.find(call.id))?.state).toBe(answered.ok ? 'approved' : 'expired')
    }
    await closeScene(scene)
  })

  test('a call that two begin at once begins once', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    for (let round = 0; round < ROUNDS; round += 1) {
      const call = await propose(scene, 'run')
      const began = await Promise.all(
        [a, b, a, b].map(async (store) => store.calls.begin(scene.lease, call.id, call.hash)),
      )
      expect(began.filter(Boolean)).toHaveLength(1)
    }
    await closeScene(scene)
  })

  test('a turn that two claim at once is one’s', async () => {
    const { a, b, idA, idB } = at()
    const user = newUser()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await newThread(a, user)
      await a.turns.start(user, id, { text: 'go' })
      const claimed = await Promise.all([a.turns.claim(idA), b.turns.claim(idB)])
      expect(claimed.filter((turn) => turn !== undefined)).toHaveLength(1)
      await a.turns.stop(user, id)
    }
  })

  test('an answer just when a turn lies down is never missed', async () => {
    const { a, b, idA } = at()
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await openScene(a, idA)
      const call = await propose(scene, 'ask')
      const [parked] = await Promise.all([
        a.turns.park(scene.lease),
        b.approvals.answer(scene.user, { callId: call.id, hash: call.hash, decision: 'allow_once' }),
      ])
      const row = await a.db
        .selectFrom('turns')
        .select('status')
        .where('id', '=', scene.lease.turnId)
        .executeTakeFirstOrThrow()
      expect(row.status).toBe(parked ? 'runnable' : 'running')
      await a.turns.stop(scene.user, scene.thread.id)
    }
  })

  test('a stop and an answer at once leave nothing half done', async () => {
    const { a, b, idA } = at()
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await openScene(a, idA)
      const call = await propose(scene, 'ask')
      await Promise.all([
        a.turns.stop(scene.user, scene.thread.id),
        b.approvals.answer(scene.user, { callId: call.id, hash: call.hash, decision: 'allow_once' }),
      ])
      expect((await a.calls.find(call.id))?.state).toBe('cancelled')
      expect(await a.calls.begin(scene.lease, call.id, call.hash)).toBe(false)
    }
  })

  test('messages sent at once to one thread: one is live, the others queue', async () => {
    const { a, b } = at()
    const user = newUser()
    const { id } = await newThread(a, user)
    const stores = [a, b, a, b, a, b]
    const started = await Promise.all(stores.map((store) => store.turns.start(user, id, { text: 'go' })))
    expect(started.filter((turn) => turn.kind === 'started' && !turn.queued)).toHaveLength(1)
    for (const _ of stores) await a.turns.stop(user, id)
    expect(await a.turns.stop(user, id)).toBeUndefined()
  })
}
