import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Selectable } from 'kysely'
import type { Instant } from '@countersign/protocol'
import { runTransaction, type Db, type Trx } from '../sql/database.ts'
import { repeating } from '../../repeating.ts'
import type { Tables } from '../sql/tables.ts'
import { appendAudit, lockUserChain, type StoreParts } from '../sql/work.ts'
import { genesis, WORKSPACE_CHAIN, type AuditRow, type Head } from '../../audit/chain.ts'
import type { Audit, AuditFilter, ListedRow } from '../../audit/ports.ts'
import { anchoredHeads, verifyChain, type Verification } from '../../audit/verify.ts'

/** Milliseconds between two anchors, if anything happened in between. */
const ANCHOR_EVERY = 5000
/** Next to the database: the head of the workspace chain after each anchor. */
export const HEADS_FILE = 'audit-heads.jsonl'
const LIST_LIMIT = 1000

export function storedAudit(
  parts: StoreParts,
  { home, failed }: { readonly home: string; readonly failed: (what: string, cause: unknown) => void },
): Audit {
  const anchor = () => anchorHeads(parts, home)
  const timer = repeating(
    ANCHOR_EVERY,
    async () => {
      await anchor()
    },
    (cause) => failed('anchoring the audit', cause),
  )
  return {
    list: (filter) => listRows(parts, filter),
    verify: async () => verifyAll(parts.db, await readNotedHeads(home)),
    anchor,
    note: (user, kind, data) =>
      runTransaction(parts.db, async (trx) => {
        const { now } = await lockUserChain(trx, user)
        await appendAudit(trx, user, now, [{ kind, actor: user, data }])
      }),
    notedHeads: () => readNotedHeads(home),
    async close() {
      await timer.stop()
      await anchor().catch((cause: unknown) => failed('anchoring the audit', cause))
    },
  }
}

/** Anchors the chains whose head moved, in one row of the workspace chain. */
async function anchorHeads({ db }: StoreParts, home: string): Promise<Head> {
  const { head, moved } = await runTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('audit:workspace', 0))`.execute(trx)
    const due = await trx
      .selectFrom('audit_heads')
      .select(['chain', 'seq', 'hash'])
      .where(sql<boolean>`seq > anchored_seq`)
      .where('chain', '!=', WORKSPACE_CHAIN)
      .orderBy('chain')
      .execute()
    if (due.length > 0) {
      const { rows } = await sql<{ now: Instant }>`select clock_timestamp() as now`.execute(trx)
      await appendAudit(trx, WORKSPACE_CHAIN, rows[0]?.now ?? 0, [
        { kind: 'heads_anchored', actor: 'audit', data: { heads: due } },
      ])
      await sql`
        update audit_heads set anchored_seq = due.seq
        from unnest(${due.map(({ chain }) => chain)}::text[], ${due.map(({ seq }) => seq)}::bigint[]) as due (chain, seq)
        where audit_heads.chain = due.chain`.execute(trx)
    }
    const found = await trx
      .selectFrom('audit_heads')
      .select(['seq', 'hash'])
      .where('chain', '=', WORKSPACE_CHAIN)
      .executeTakeFirst()
    return { head: found ?? genesis(WORKSPACE_CHAIN), moved: due.length > 0 }
  })
  if (moved) await noteHead(home, head)
  return head
}

/** A copy of the heads outside the database: cutting off the end of a chain unnoticed requires changing this file too. */
async function noteHead(home: string, head: Head): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  await appendFile(join(home, HEADS_FILE), `${JSON.stringify(head)}\n`, { mode: 0o600 })
}

async function readNotedHeads(home: string): Promise<readonly Head[]> {
  const text = await readFile(join(home, HEADS_FILE), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const match = /^\{"seq":(\d+),"hash":"([0-9a-f]{64})"\}$/.exec(line)
    return match?.[1] === undefined || match[2] === undefined
      ? []
      : [{ seq: Number(match[1]), hash: match[2] }]
  })
}

async function listRows({ db }: StoreParts, filter: AuditFilter): Promise<readonly ListedRow[]> {
  const all = db
    .selectFrom('audit')
    .selectAll()
    .limit(filter.limit ?? LIST_LIMIT)
  let query =
    filter.newest === true
      ? all.orderBy('id', 'desc')
      : filter.afterPlace !== undefined
        ? all.orderBy('id').where('id', '>', filter.afterPlace)
        : all.orderBy('chain').orderBy('seq')
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  if (filter.rule !== undefined)
    query = query.where(sql<boolean>`strpos(body, ${`"rule_id":${JSON.stringify(filter.rule)}`}) > 0`)
  if (filter.chain !== undefined) query = query.where('chain', '=', filter.chain)
  if (filter.callId !== undefined) query = query.where('call_id', '=', filter.callId)
  if (filter.afterSeq !== undefined) query = query.where('seq', '>', filter.afterSeq)
  const rows = await query.execute()
  return rows.map((row) => ({ ...auditRow(row), place: row.id }))
}

/** Checks all chains in one snapshot, one after the other, so that only one is in memory. */
async function verifyAll(db: Db, noted: readonly Head[]): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => verifyIn(trx, noted))
}

/** As `verifyAll`, in the caller's transaction. */
export async function verifyIn(trx: Trx, noted: readonly Head[]): Promise<Verification> {
  const heads = new Map<string, Head>()
  for (const { chain, seq, hash } of await trx.selectFrom('audit_heads').selectAll().execute())
    heads.set(chain, { seq, hash })
  const stored = await trx.selectFrom('audit').select('chain').distinct().execute()
  const workspace = await chainRows(trx, WORKSPACE_CHAIN)
  const anchored = anchoredHeads(workspace)
  const names = new Set([...stored.map(({ chain }) => chain), ...heads.keys(), ...anchored.keys()])
  const head = heads.get(WORKSPACE_CHAIN)
  const problems = [...verifyChain({ chain: WORKSPACE_CHAIN, rows: workspace, head, witnessed: noted })]
  let checked = workspace.length
  names.delete(WORKSPACE_CHAIN)
  for (const chain of names) {
    const rows = await chainRows(trx, chain)
    checked += rows.length
    problems.push(
      ...verifyChain({ chain, rows, head: heads.get(chain), witnessed: anchored.get(chain) ?? [] }),
    )
  }
  return {
    ok: problems.length === 0,
    rows: checked,
    chains: stored.length,
    head: head ?? genesis(WORKSPACE_CHAIN),
    problems,
  }
}

async function chainRows(trx: Trx, chain: string): Promise<readonly AuditRow[]> {
  const rows = await trx.selectFrom('audit').selectAll().where('chain', '=', chain).orderBy('seq').execute()
  return rows.map(auditRow)
}

function auditRow(row: Selectable<Tables['audit']>): AuditRow {
  const { chain, seq, at, kind, call_id: callId, body, prev, hash } = row
  return { chain, seq, at, kind, callId, body, prev, hash }
}
