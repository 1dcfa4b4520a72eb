import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Selectable } from 'kysely'
import type { Instant } from '@countersign/protocol'
import { transact } from '../store/database.ts'
import { repeating } from '../repeating.ts'
import type { Tables } from '../store/tables.ts'
import { appendAudit, type StoreParts } from '../store/work.ts'
import { genesis, WORKSPACE_CHAIN, type AuditRow, type Head } from './chain.ts'
import { verifyChains, type Verification } from './verify.ts'

/** The record of everything that was proposed, decided and done. */
export interface Audit {
  /** Rows of a thread, a person or the workspace, oldest first. */
  list(filter: AuditFilter): Promise<readonly AuditRow[]>
  /** Proves that no row was altered, removed, inserted or moved, or says which. */
  verify(): Promise<Verification>
  /** Writes the heads of all chains into the workspace chain, and its head beside the database. */
  anchor(): Promise<Head>
  /** The heads that were noted beside the database. */
  notedHeads(): Promise<readonly Head[]>
  close(): Promise<void>
}

export interface AuditFilter {
  readonly chain?: string
  readonly callId?: string
  readonly afterSeq?: number
  readonly limit?: number
}

/** Milliseconds between two anchors, when anything happened in between. */
const ANCHOR_EVERY = 5000
/** Beside the database: the head of the workspace chain after each anchor. */
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
    verify: async () => verifyChains(await readChains(parts), await readNotedHeads(home)),
    anchor,
    notedHeads: () => readNotedHeads(home),
    async close() {
      await timer.stop()
      await anchor().catch((cause: unknown) => failed('anchoring the audit', cause))
    },
  }
}

/** Chains whose head moved since it was last anchored, in one row of the workspace chain. */
async function anchorHeads({ db }: StoreParts, home: string): Promise<Head> {
  const { head, moved } = await transact(db, async (trx) => {
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
      for (const { chain, seq } of due)
        await trx.updateTable('audit_heads').set({ anchored_seq: seq }).where('chain', '=', chain).execute()
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

/** The head beside the database: whoever cuts off the end of a chain would have to find this file too. */
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

async function listRows({ db }: StoreParts, filter: AuditFilter): Promise<readonly AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .selectAll()
    .orderBy('chain')
    .orderBy('seq')
    .limit(filter.limit ?? LIST_LIMIT)
  if (filter.chain !== undefined) query = query.where('chain', '=', filter.chain)
  if (filter.callId !== undefined) query = query.where('call_id', '=', filter.callId)
  if (filter.afterSeq !== undefined) query = query.where('seq', '>', filter.afterSeq)
  const rows = await query.execute()
  return rows.map(auditRow)
}

async function readChains({ db }: StoreParts): Promise<Parameters<typeof verifyChains>[0]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const rows = await trx.selectFrom('audit').selectAll().orderBy('chain').orderBy('seq').execute()
      const heads = await trx.selectFrom('audit_heads').select(['chain', 'seq', 'hash']).execute()
      return {
        rows: rows.map(auditRow),
        heads: new Map(heads.map(({ chain, seq, hash }) => [chain, { seq, hash }])),
      }
    })
}

function auditRow(row: Selectable<Tables['audit']>): AuditRow {
  const { chain, seq, at, kind, call_id: callId, body, prev, hash } = row
  return { chain, seq, at, kind, callId, body, prev, hash }
}
