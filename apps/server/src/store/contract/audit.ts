import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyIn } from '../audit/stored-audit.ts'
import type { Verification } from '../../audit/verify.ts'
import { closeScene, openScene, propose, type Scene } from '../testing/scene.ts'
import type { Pair } from './ground.ts'

/** What someone with all rights over the database could do to a chain of nine rows, and where and how it is detected. */
const HARMS: readonly (readonly [string, number, string, readonly string[]])[] = [
  [
    'altered',
    4,
    'altered',
    [`update audit set body = replace(body, '"kind"', '"Kind"') where chain = :chain and seq = 4`],
  ],
  [
    'altered in a column',
    4,
    'altered',
    [`update audit set at = at + interval '1 hour' where chain = :chain and seq = 4`],
  ],
  ['removed', 4, 'missing', [`delete from audit where chain = :chain and seq = 4`]],
  [
    'removed and renumbered',
    4,
    'moved',
    [
      `delete from audit where chain = :chain and seq = 4`,
      `update audit set seq = 1 - seq where chain = :chain and seq > 4`,
      `update audit set seq = -seq where chain = :chain and seq < 0`,
    ],
  ],
  [
    'inserted',
    5,
    'moved',
    [
      `update audit set seq = -seq where chain = :chain and seq > 4`,
      `update audit set seq = 1 - seq where chain = :chain and seq < 0`,
      `insert into audit (chain, seq, at, kind, call_id, body, prev, hash)
       select chain, 5, at, kind, call_id, body, prev, hash from audit where chain = :chain and seq = 4`,
    ],
  ],
  [
    'moved',
    4,
    'moved',
    [
      `update audit set seq = -5 where chain = :chain and seq = 4`,
      `update audit set seq = 4 where chain = :chain and seq = 5`,
      `update audit set seq = 5 where chain = :chain and seq = -5`,
    ],
  ],
  [
    'rewritten with new hashes',
    9,
    'anchor_differs',
    [
      `update audit set body = replace(body, '"how":"answered"', '"how":"stopped"') where chain = :chain and seq = 9`,
      `update audit set hash = encode(sha256(convert_to(prev || chr(10) || body, 'UTF8')), 'hex') where chain = :chain and seq = 9`,
      `update audit_heads set hash = (select hash from audit where chain = :chain and seq = 9) where chain = :chain`,
    ],
  ],
  ['cut off', 7, 'cut_off', [`delete from audit where chain = :chain and seq > 6`]],
  [
    'cut off with its head',
    9,
    'cut_off',
    [
      `delete from audit where chain = :chain and seq > 6`,
      `update audit_heads set seq = 6, hash = (select hash from audit where chain = :chain and seq = 6) where chain = :chain`,
    ],
  ],
  [
    'removed as a whole',
    1,
    'chain_missing',
    [`delete from audit where chain = :chain`, `delete from audit_heads where chain = :chain`],
  ],
]

export function auditContract(at: () => Pair): void {
  test('every transition is a row, in its order', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const call = await story(scene)
    const rows = await b.audit.list({ chain: scene.thread.id })
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, index) => index + 1))
    expect(rows.map(({ kind }) => kind)).toEqual([
      'thread_created',
      'turn_started',
      'turn_taken',
      'call_proposed',
      'approval_asked',
      'approval_settled',
      'call_began',
      'call_ended',
      'turn_ended',
    ])
    expect((await b.audit.list({ callId: call.id })).map(({ kind }) => kind)).toHaveLength(5)
    expect(await b.audit.verify()).toMatchObject({ ok: true, problems: [] })
  })

  test.each(HARMS)('what was %s is found, and where', async (_what, seq, kind, harm) => {
    const { a, idA } = at()
    const scene = await openScene(a, idA)
    await story(scene)
    await a.audit.anchor()
    const chain = scene.thread.id
    // Someone with all rights over the database: the protecting triggers are disabled, and everything is rolled back afterwards.
    const verified = await a.db
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of harm) await sql.raw(statement.replaceAll(':chain', `'${chain}'`)).execute(trx)
        throw new Undone(await verifyIn(trx, []))
      })
      .catch((cause: unknown) => {
        if (cause instanceof Undone) return cause.seen
        throw cause
      })
    expect(verified.ok).toBe(false)
    expect(verified.problems).toContainEqual(expect.objectContaining({ kind, chain, seq }))
    expect(verified.problems.every((problem) => problem.chain === chain)).toBe(true)
    expect((await a.audit.verify()).ok).toBe(true)
  })

  test('the end of the workspace chain is noted beside the database', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const head = await a.audit.anchor()
    expect((await b.audit.verify()).head.seq).toBeGreaterThanOrEqual(head.seq)
    await closeScene(scene)
  })
}

/** Carries the findings out of a transaction that is rolled back. */
class Undone extends Error {
  readonly seen: Verification
  constructor(seen: Verification) {
    super('undone')
    this.seen = seen
  }
}

async function story(scene: Scene): Promise<Awaited<ReturnType<typeof propose>>> {
  const { store, lease, user } = scene
  const call = await propose(scene, 'ask')
  await store.approvals.answer(user, { callId: call.id, decision: 'allow_once', hash: call.hash })
  await store.calls.begin(lease, call.id, call.hash)
  await store.calls.end(lease, call.id, { state: 'succeeded', text: 'ok', code: null })
  await closeScene(scene)
  return call
}
