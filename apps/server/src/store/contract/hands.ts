import type { Call, HandLease } from '@countersign/agent'
import type { ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  closeScene,
  decided,
  newCallId,
  newCall,
  newUser,
  NO_EXTRA,
  openScene,
  plainUuid,
} from '../testing/scene.ts'
import type { Pair } from './ground.ts'

/** Acts by hand: calls without a turn. */
export function handContract(at: () => Pair): void {
  const handCall = async (lease: HandLease, threadId: ThreadId, wish: object = {}): Promise<Call> => {
    const scene = await openScene(at().a, at().idA)
    const { turnId: _turn, ...call } = await newCall(scene, wish)
    await closeScene(scene)
    return { ...call, id: newCallId(), threadId, turnId: null, handId: lease.handId }
  }
  const opened = async () => {
    const user = newUser()
    const workspace = `/w/${plainUuid()}`
    return { user, workspace, ...(await at().a.hands.open(user, workspace)) }
  }
  const BY_HAND = { ...decided('run'), reason: { because: 'by_hand' } } as const
  const begin = { mode: 'auto' }

  test('nobody renames or removes the thread of a hand', async () => {
    const { a } = at()
    const { user, lease, threadId } = await opened()
    expect(await a.threads.rename(user, threadId, 'mine')).toBe(false)
    expect(await a.threads.remove(user, threadId)).toBe(false)
    await a.hands.close(lease)
  })

  test.each([
    ['a plain call', {}, begin],
    ['a destructive call', { destructive: true }, begin],
    ['a call of a tool that always asks', { asks: 'always' }, begin],
    ['a call that is not said to begin', {}, undefined],
  ])('%s begins at once, in the name of its person, and ends', async (_what, wish, said) => {
    const { a } = at()
    const { user, lease, threadId } = await opened()
    const call = await handCall(lease, threadId, wish)
    const extra = { ...NO_EXTRA, begin: said, byHand: user }
    const stored = await a.calls.propose(lease, call, BY_HAND, extra)
    expect(stored).toMatchObject({ state: 'running', signature: { via: 'person' }, call: { turnId: null } })
    expect(await a.calls.end(lease, call.id, { state: 'succeeded', text: 'ok', code: null })).toBe(true)
    expect(await a.calls.find(call.id)).toMatchObject({ state: 'succeeded', call: { handId: lease.handId } })
    const { rows } = await sql`select owner_kind, turn_id, hand_id, decided_via, decided_by, exec_owner
      from calls where id = ${call.id}`.execute(a.db)
    expect(rows).toEqual([
      {
        owner_kind: 'hand',
        turn_id: null,
        hand_id: lease.handId,
        decided_via: 'person',
        decided_by: user,
        exec_owner: at().idA,
      },
    ])
    const audit = await sql<{ kind: string; body: string }>`
      select kind, body from audit where call_id = ${call.id} order by seq`.execute(a.db)
    expect(audit.rows.map(({ kind }) => kind)).toEqual(['call_proposed', 'call_began', 'call_ended'])
    expect(audit.rows[0]?.body).toContain(lease.handId)
    expect(audit.rows[0]?.body).toContain(user)
    expect(audit.rows[1]?.body).toContain('"via":"hand"')
    await a.hands.close(lease)
  })

  test('what is blocked or rejected is written down, and nothing runs', async () => {
    const { a } = at()
    const { user, lease, threadId } = await opened()
    const blocked = await handCall(lease, threadId)
    const stored = await a.calls.propose(lease, blocked, decided('block'), { ...NO_EXTRA, byHand: user })
    expect(stored.state).toBe('blocked')
    const unfit = await handCall(lease, threadId)
    await a.calls.recordRejected(lease, unfit, { state: 'failed', code: 'stale', text: 'changed' })
    expect(await a.calls.find(unfit.id)).toMatchObject({ state: 'failed', result: { code: 'stale' } })
    await a.hands.close(lease)
  })

  test('a closed hand, and one of another epoch, begin nothing', async () => {
    const { a, b } = at()
    const { user, lease, threadId } = await opened()
    const call = await handCall(lease, threadId)
    const other = { ...lease, epoch: lease.epoch + 1 }
    const extra = { ...NO_EXTRA, begin, byHand: user }
    await expect(b.calls.propose(other, call, BY_HAND, extra)).rejects.toThrow('is lost')
    await a.hands.close(lease)
    await expect(a.calls.propose(lease, call, BY_HAND, extra)).rejects.toThrow('is lost')
    expect(await a.calls.find(call.id)).toBeUndefined()
  })

  test('a folder has one thread for them, which no list shows and no turn starts in', async () => {
    const { a } = at()
    const { user, workspace, lease, threadId } = await opened()
    const both = await Promise.all([a.hands.open(user, workspace), at().b.hands.open(user, workspace)])
    expect(both.map((one) => one.threadId)).toEqual([threadId, threadId])
    expect(new Set([lease.handId, ...both.map((one) => one.lease.handId)]).size).toBe(3)
    expect(await a.threads.list(user)).toEqual([])
    expect(await a.threads.among(user, [threadId])).toEqual([])
    expect(await a.turns.start(user, threadId, { text: 'go' })).toEqual({ kind: 'not_found' })
    for (const one of [lease, ...both.map((each) => each.lease)]) await a.hands.close(one)
  })

  test.each([
    ['never', 'interrupted'],
    ['safe', 'failed'],
  ] as const)('what a dead process did by hand and may be repeated %s is %s', async (repeat, state) => {
    const { a } = at()
    const { user, lease, threadId } = await opened()
    const call = await handCall(lease, threadId, { repeat })
    await a.calls.propose(lease, call, BY_HAND, { ...NO_EXTRA, begin, byHand: user })
    // As if another process, which is gone, were running it.
    await sql`update calls set exec_owner = 'gone' where id = ${call.id}`.execute(a.db)
    await sql`update hands set process = 'gone' where id = ${lease.handId}`.execute(a.db)
    await a.recovery.recover()
    expect((await a.calls.find(call.id))?.state).toBe(state)
    const again = await handCall(lease, threadId)
    const extra = { ...NO_EXTRA, begin, byHand: user }
    await expect(a.calls.propose(lease, again, BY_HAND, extra)).rejects.toThrow('is lost')
  })

  test('a process that was away for so long that another settled what it did has no hand any more', async () => {
    const { a, b, idA } = at()
    const { user, lease, threadId } = await opened()
    const call = await handCall(lease, threadId)
    await a.calls.propose(lease, call, BY_HAND, { ...NO_EXTRA, begin, byHand: user })
    expect(await a.hands.holds(lease)).toBe(true)
    const give = async (process: string) => {
      await sql`update calls set exec_owner = ${process} where id = ${call.id}`.execute(a.db)
      await sql`update hands set process = ${process} where id = ${lease.handId}`.execute(a.db)
    }
    await give('away')
    expect(await a.hands.holds(lease)).toBe(false)
    await b.recovery.recover()
    expect((await a.calls.find(call.id))?.state).toBe('interrupted')
    await give(idA)
    expect(await a.hands.holds(lease)).toBe(false)
  })

  test('a process that is back in time keeps its hand', async () => {
    const { a, b, idA } = at()
    const { user, lease, threadId } = await opened()
    const call = await handCall(lease, threadId)
    await a.calls.propose(lease, call, BY_HAND, { ...NO_EXTRA, begin, byHand: user })
    await sql`update processes set seen_at = clock_timestamp() - interval '1 hour' where id = ${idA}`.execute(
      a.db,
    )
    expect(await a.hands.holds(lease)).toBe(true)
    await b.recovery.recover()
    expect((await a.calls.find(call.id))?.state).toBe('running')
    expect(await a.hands.holds(lease)).toBe(true)
    expect(await a.hands.holds({ ...lease, epoch: lease.epoch + 1 })).toBe(false)
    await a.hands.close(lease)
    expect(await a.hands.holds(lease)).toBe(false)
  })

  test('what was cut off is settled by its person, and not done again by itself', async () => {
    const { a } = at()
    const { user, lease, threadId } = await opened()
    const call = await handCall(lease, threadId)
    await a.calls.propose(lease, call, BY_HAND, { ...NO_EXTRA, begin, byHand: user })
    await sql`update calls set exec_owner = 'gone' where id = ${call.id}`.execute(a.db)
    await a.recovery.recover()
    const settling = { callId: call.id, hash: call.hash }
    expect(await a.approvals.settle(user, { ...settling, how: 'again' })).toMatchObject({ ok: false })
    expect(await a.approvals.settle(user, { ...settling, how: 'done' })).toMatchObject({ ok: true })
    await a.hands.close(lease)
  })

  test('whom a call belongs to does not change, and each has exactly one', async () => {
    const { a, idA } = at()
    const { user, lease, threadId } = await opened()
    const call = await handCall(lease, threadId)
    await a.calls.propose(lease, call, BY_HAND, { ...NO_EXTRA, begin, byHand: user })
    const scene = await openScene(a, idA)
    for (const change of [
      sql`owner_kind = 'turn', hand_id = null, turn_id = ${scene.lease.turnId}`,
      sql`hand_id = null`,
      sql`turn_id = ${scene.lease.turnId}`,
    ])
      await expect(sql`update calls set ${change} where id = ${call.id}`.execute(a.db)).rejects.toThrow(
        'frozen',
      )
    const unowned = sql`insert into calls (id, thread_id, depth, tool, category, destructive, repeat, idem_key, hash, frozen,
      state, mode_seen) values (${newCallId()}, ${threadId}, 0, 'x', 'read', false, 'safe', 'x', 'x', '{}', 'proposed', 'auto')`
    await expect(unowned.execute(a.db)).rejects.toThrow('a_call_has_one_owner')
    await closeScene(scene)
    await a.hands.close(lease)
  })
}
