import { CallState } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { closeScene, openScene, propose } from '../testing/scene.ts'
import type { Pair } from './ground.ts'

const BEGUN = sql`exec_epoch = 1, exec_owner = 'x', started_at = now()`
const ENDED = sql`result = '{}', ended_at = now()`
const BY_RULE = sql`decided_via = 'rule', decided_by = 'x', decided_hash = hash, decided_at = now()`

export function invariantContract(at: () => Pair): void {
  const expectRefused = async (statement: RawBuilder<unknown>): Promise<string> => {
    const outcome = await statement.execute(at().a.db).then(
      () => 'nothing refused it',
      (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
    )
    expect(outcome).not.toBe('nothing refused it')
    return outcome
  }

  test.each([
    ['destructive', { destructive: true }, undefined],
    ['breaker', {}, 'breaker'],
    ['unreadable', {}, 'unreadable'],
    ['asks', { asks: 'always' }, 'asks'],
  ] as const)('what needs a person (%s) is not begun without one', async (_name, wish, locked) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask', wish, locked)
    const told = 'a_person_decides_what_needs_one'
    expect(
      await expectRefused(sql`update calls set state = 'approved', ${BY_RULE} where id = ${call.id}`),
    ).toContain(told)
    const byMode = sql`update calls set state = 'approved', decided_via = 'mode', decided_by = 'auto',
      decided_hash = hash where id = ${call.id}`
    expect(await expectRefused(byMode)).toContain(told)
    const nobody = sql`update calls set state = 'approved', decided_via = 'person', decided_hash = hash where id = ${call.id}`
    expect(await expectRefused(nobody)).toContain(told)
    await expect(propose(scene, 'run', wish, locked ?? 'destructive')).rejects.toThrow(told)
    await a.approvals.answer(scene.user, { callId: call.id, decision: 'allow_once', hash: call.hash })
    const taken = sql`update calls set decided_via = 'mode' where id = ${call.id}`
    expect(await expectRefused(taken)).toContain(told)
    if (locked !== undefined) await expectRefused(sql`update calls set locked = null where id = ${call.id}`)
    await closeScene(scene)
  })

  test('a tool that always asks is not begun without a person, whatever was decided', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    await expect(propose(scene, 'run', { asks: 'always' })).rejects.toThrow('a_person_decides_what_needs_one')
    await closeScene(scene)
  })

  test('nothing begins undecided, or with other arguments than were decided', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const told = 'nothing_begins_undecided'
    expect(await expectRefused(sql`update calls set state = 'approved' where id = ${call.id}`)).toContain(
      told,
    )
    const other = sql`update calls set state = 'approved', ${BY_RULE}, decided_hash = 'other' where id = ${call.id}`
    expect(await expectRefused(other)).toMatch(/multiple assignments|nothing_begins/)
    const hash = sql`update calls set state = 'approved', decided_via = 'rule', decided_hash = 'other' where id = ${call.id}`
    expect(await expectRefused(hash)).toContain(told)
    await closeScene(scene)
  })

  test('a proposed call is frozen', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask', { destructive: true })
    for (const change of [
      sql`hash = 'x'`,
      sql`destructive = false`,
      sql`frozen = '{}'`,
      sql`tool = 'x'`,
      sql`repeat = 'safe'`,
    ])
      expect(await expectRefused(sql`update calls set ${change} where id = ${call.id}`)).toContain('frozen')
    await closeScene(scene)
  })

  const STATES = CallState.options
  const FINAL: readonly CallState[] = [
    'succeeded',
    'failed',
    'blocked',
    'denied',
    'expired',
    'cancelled',
    'abandoned',
  ]

  test('a settled call stays settled, whatever is asked of it', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    await a.calls.begin(scene.lease, call.id, call.hash)
    await a.calls.end(scene.lease, call.id, { state: 'succeeded', text: 'ok', code: null })
    for (const state of STATES.filter((state) => state !== 'succeeded'))
      expect(await expectRefused(sql`update calls set state = ${state} where id = ${call.id}`)).toContain(
        'cannot go from',
      )
    await closeScene(scene)
  })

  test('a call that may not be repeated never goes back to approved', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run', { repeat: 'never' })
    await a.calls.begin(scene.lease, call.id, call.hash)
    const back = sql`update calls set state = 'approved', exec_epoch = null, started_at = null where id = ${call.id}`
    expect(await expectRefused(back)).toContain('cannot go from running to approved')
    await closeScene(scene)
  })

  test('a begun call has an executor, a settled one a result', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'run')
    await expectRefused(sql`update calls set state = 'running' where id = ${call.id}`)
    await expectRefused(sql`update calls set state = 'cancelled' where id = ${call.id}`)
    await expectRefused(sql`update calls set ${ENDED} where id = ${call.id}`)
    await expectRefused(sql`update calls set state = 'running', ${BEGUN}, ${ENDED} where id = ${call.id}`)
    expect(FINAL.length).toBe(7)
    await closeScene(scene)
  })

  test('a thread has one live turn', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const second = sql`insert into turns (thread_id, status, place) values (${scene.thread.id}, 'runnable', 1)`
    expect(await expectRefused(second)).toContain('one_live_turn')
    const adrift = sql`insert into turns (thread_id, status) values (${scene.thread.id}, 'runnable')`
    expect(await expectRefused(adrift)).toContain('a_turn_that_began_has_a_place')
    await closeScene(scene)
    await expectRefused(
      sql`update turns set status = 'runnable', ended_at = null where id = ${scene.lease.turnId}`,
    )
  })

  test('one open question for a call; an answered one stays; nobody allows but a person', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const call = await propose(scene, 'ask')
    const double = sql`insert into approvals (call_id, thread_id, hash, offers, parents)
      values (${call.id}, ${scene.thread.id}, 'x', '[]', '[]')`
    expect(await expectRefused(double)).toContain('one_question')
    const nobody = sql`update approvals set state = 'allowed', scope = 'once', decided_at = now() where call_id = ${call.id}`
    expect(await expectRefused(nobody)).toContain('a_person_answers')
    await a.approvals.answer(scene.user, { callId: call.id, decision: 'allow_once', hash: call.hash })
    await expectRefused(sql`update approvals set state = 'denied', scope = null where call_id = ${call.id}`)
    await closeScene(scene)
  })

  test.each([
    ['update audit set body = body'],
    ['delete from audit'],
    ['truncate audit'],
    ['update steps set epoch = epoch'],
  ])('%s is refused', async (statement) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const usage = { inputTokens: 1, outputTokens: 1 }
    const entry = { kind: 'model', parentId: null, text: '', calls: [], usage, worked: 0 } as const
    await a.turns.append(scene.lease, entry)
    await expectRefused(sql.raw(statement))
    await closeScene(scene)
  })
}
