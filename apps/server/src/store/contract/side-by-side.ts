import type { Call } from '@countersign/agent'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  closeScene,
  decided,
  newCall,
  NO_EXTRA,
  openScene,
  type CallWish,
  type Scene,
} from '../testing/scene.ts'
import type { Pair } from './ground.ts'

const CALLS = 8

/** Calls that propose and end at the same time share transactions; each still gets its own answer, and its own rows. */
export function sideBySideContract(at: () => Pair): void {
  const propose = ({ store, lease }: Scene, call: Call) =>
    store.calls.propose(lease, call, decided('run'), { ...NO_EXTRA, begin: { mode: 'default' } })
  const several = (scene: Scene, wish: CallWish = {}) =>
    Promise.all(
      Array.from({ length: CALLS }, (_, index) => newCall(scene, { ...wish, command: `ls ${index}` })),
    )

  /** How many transactions wrote the rows of these calls last. */
  async function transactions({ store }: Scene, calls: readonly Call[]): Promise<number> {
    const ids = calls.map(({ id }) => id)
    const { rows } = await sql<{ count: number }>`
      select count(distinct xmin::text)::int as count from calls where id = any(${ids})`.execute(store.db)
    return rows[0]?.count ?? 0
  }

  test('calls that begin and end side by side: two transactions for eight of them, and all rows of each', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const calls = await several(scene)
    const begun = await Promise.all(calls.map((call) => propose(scene, call)))
    expect(begun.map(({ state, call }) => [state, call.id])).toEqual(calls.map(({ id }) => ['running', id]))
    expect(await transactions(scene, calls)).toBe(2)
    const ended = await Promise.all(
      calls.map(({ id }, index) =>
        a.calls.end(scene.lease, id, { state: 'succeeded', code: null, text: `done ${index}` }),
      ),
    )
    expect(ended).toEqual(calls.map(() => true))
    expect(await transactions(scene, calls)).toBe(2)
    const rows = await Promise.all(calls.map(({ id }) => a.calls.find(id)))
    expect(rows.map((row) => [row?.state, row?.result?.text])).toEqual(
      calls.map((_, index) => ['succeeded', `done ${index}`]),
    )
    const { rows: audit } = await sql<{ call_id: string; kind: string }>`
      select call_id, kind from audit where chain = ${scene.thread.id} and call_id is not null order by seq`.execute(
      a.db,
    )
    const kindsOf = (id: string) => audit.filter(({ call_id }) => call_id === id).map(({ kind }) => kind)
    for (const { id } of calls) expect(kindsOf(id)).toEqual(['call_proposed', 'call_began', 'call_ended'])
    expect((await a.audit.verify()).problems).toEqual([])
    const counted = await a.db
      .selectFrom('turns')
      .select('tool_calls')
      .where('id', '=', scene.lease.turnId)
      .executeTakeFirstOrThrow()
    expect(counted.tool_calls).toBe(CALLS)
    await closeScene(scene)
  })

  test('one that the database does not take fails alone, and so does one of a lost lease', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const calls = await several(scene)
    const odd = await newCall(scene, { category: 'odd' as 'read' }) // no category: the table refuses it
    const late = await newCall(scene)
    const old = { ...scene, lease: { ...scene.lease, epoch: scene.lease.epoch - 1 } }
    // The first finds nobody at work and is alone in its transaction; the others share one.
    const [first, refused, lost, ...begun] = await Promise.allSettled([
      ...calls.slice(0, 1).map((call) => propose(scene, call)),
      propose(scene, odd),
      propose(old, late),
      ...calls.slice(1).map((call) => propose(scene, call)),
    ])
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: '23514' } })
    expect(lost).toMatchObject({ status: 'rejected', reason: { name: 'LeaseLost' } })
    expect([first, ...begun].map((one) => one?.status === 'fulfilled' && one.value.state)).toEqual(
      calls.map(() => 'running'),
    )
    expect(await a.calls.find(odd.id)).toBeUndefined()
    expect(await a.calls.find(late.id)).toBeUndefined()
    expect((await a.audit.verify()).problems).toEqual([])
    await closeScene(scene)
  })

  test('a question among them is asked, the others begin, and their rows are in the order of the calls', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const calls = await several(scene)
    const asks = calls.at(-3)
    if (asks === undefined) throw new Error('there are no calls')
    const proposed = await Promise.all(
      calls.map((call) =>
        call === asks ? a.calls.propose(scene.lease, call, decided('ask'), NO_EXTRA) : propose(scene, call),
      ),
    )
    expect(proposed.map(({ state }) => state)).toEqual(
      calls.map((call) => (call === asks ? 'waiting' : 'running')),
    )
    const rows = a.db.selectFrom('calls').select('id').where('turn_id', '=', scene.lease.turnId)
    expect((await rows.orderBy('number').execute()).map(({ id }) => id)).toEqual(calls.map(({ id }) => id))
    const { approvals } = await a.approvals.waiting(scene.user, { limit: 10 })
    expect(approvals.map(({ tool_call_id }) => tool_call_id)).toEqual([asks.id])
    await closeScene(scene)
  })
  test('calls that end side by side after their turn was stopped: one tree, with the end of each', async () => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    const calls = await several(scene)
    await Promise.all(calls.map((call) => propose(scene, call)))
    await a.turns.stop(scene.user, scene.thread.id)
    const result = { state: 'succeeded', code: null, text: 'done' } as const
    expect(await Promise.all(calls.map(({ id }) => a.calls.end(scene.lease, id, result)))).toEqual(
      calls.map(() => true),
    )
    const answers = await a.db
      .selectFrom('messages')
      .select('execution_tree')
      .where('turn_id', '=', scene.lease.turnId)
      .where('role', '=', 'assistant')
      .execute()
    expect(answers.map(({ execution_tree }) => execution_tree?.nodes.map(({ state }) => state))).toEqual([
      calls.map(() => 'succeeded'),
    ])
  })
}
