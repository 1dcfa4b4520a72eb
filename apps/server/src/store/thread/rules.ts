import type { ListName } from '@countersign/policy'
import type { ApprovalId, RuleId, ThreadId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { mayChange, rulesOf } from '../access.ts'
import { holdsSecret, mask } from '../../audit/mask.ts'
import type { Rules, StoredRule } from '../../rules/ports.ts'
import { storable, runTransaction, type Db, type Trx } from '../sql/database.ts'
import { capabilityChoice, notExpired, policyVersion, trustedHash, trustName } from '../sql/policy-version.ts'
import { readSetting, writeSetting } from '../sql/settings.ts'
import type { RuleRow } from '../sql/tables.ts'
import { transact } from '../sql/transact.ts'
import { notify } from '../sql/notify.ts'
import { appendAudit, lockUserChain, type StoreParts } from '../sql/work.ts'

/** User and thread rules in the database. */
export function storedRules(parts: StoreParts): Rules {
  return {
    forThread: (threadId) => rulesForThread(parts.db, threadId),
    async list(user) {
      const rows = await parts.db
        .selectFrom('rules')
        .selectAll()
        .where(rulesOf(user))
        .where(notExpired)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(storedRule)
    },
    add: (user, rule) => addRule(parts, user, rule),
    remove: (user, id) => removeRule(parts, user, id),
    trusted: (user, workspace) => trustedFile(parts.db, user, workspace),
    trust: (user, file) => trustFile(parts, user, file),
  }
}

export interface NewRule {
  readonly owner: UserId
  readonly list: ListName
  readonly text: string
  readonly threadId: ThreadId | null
  readonly createdFrom: ApprovalId | null
}

/** Writes a rule in the caller's transaction. An existing equal rule is returned, and no longer expires. */
export async function insertRule(trx: Trx, rule: NewRule): Promise<RuleRow> {
  // Callers that take rules from people reject this with a message; this is the last check.
  if (holdsSecret(rule.text)) throw new Error('a rule that holds a secret is not written down')
  const layer = rule.threadId === null ? 'user' : 'thread'
  const { rows } = await sql<RuleRow>`
    insert into rules (owner, list, layer, thread_id, text, created_from)
    values (${rule.owner}, ${rule.list}, ${layer}, ${rule.threadId}, ${storable(rule.text)}, ${rule.createdFrom})
    on conflict (owner, list, coalesce(thread_id, ''), md5(text)) do update set expires_at = null
    returning *`.execute(trx)
  const row = rows[0]
  if (row === undefined) throw new Error('a rule was not written')
  return row
}

async function rulesForThread(db: Db, threadId: ThreadId): Promise<Awaited<ReturnType<Rules['forThread']>>> {
  // One statement: mode and rules are from the same moment, and every call needs them.
  const found = await db
    .selectFrom('threads')
    .leftJoin('rules', (join) =>
      join
        .onRef('rules.owner', '=', 'threads.owner')
        .on((on) => on.or([on('rules.thread_id', 'is', null), on('rules.thread_id', '=', threadId)]))
        .on(notExpired),
    )
    .where('threads.id', '=', threadId)
    .select(['threads.permission_mode', 'threads.workspace'])
    .select(trustedHash.as('trusted'))
    .select(capabilityChoice.as('capabilities'))
    .select(policyVersion.as('version'))
    .select(sql<RuleRow | null>`case when rules.id is null then null else to_json(rules) end`.as('rule'))
    .orderBy('rules.id')
    .execute()
  const [thread] = found
  if (thread === undefined) throw new Error(`there is no thread ${threadId}`)
  const rows = found.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  return {
    mode: thread.permission_mode,
    workspace: thread.workspace,
    rules: rows.map(storedRule),
    version: thread.version,
    // The setting may contain any JSON, even a value that this code never wrote.
    capabilities: thread.capabilities === null ? undefined : parsedJson(thread.capabilities),
    trusted: typeof thread.trusted === 'string' ? thread.trusted : null,
  }
}

function parsedJson(text: string): unknown {
  return JSON.parse(text)
}

async function trustedFile(db: Db, user: UserId, workspace: string): Promise<string | null> {
  const hash = await readSetting(db, user, trustName(workspace))
  return typeof hash === 'string' ? hash : null
}

async function trustFile(
  parts: StoreParts,
  user: UserId,
  { workspace, hash, added }: Parameters<Rules['trust']>[1],
): Promise<void> {
  await runTransaction(parts.db, async (trx) => {
    const { now } = await lockUserChain(trx, user)
    await writeSetting(trx, user, trustName(workspace), hash)
    const kind = hash === null ? 'project_distrusted' : 'project_trusted'
    const line = added === undefined ? [] : [projectRule(user, workspace, added)]
    await appendAudit(trx, user, now, [...line, { kind, actor: user, data: { workspace, hash } }])
    await notify(trx, { person: user, wake: true })
  })
  parts.bus.emit({ person: user, wake: true })
}

function projectRule(
  actor: UserId,
  workspace: string,
  rule: { readonly list: ListName; readonly text: string },
) {
  const data = { list: rule.list, layer: 'project', text: mask(rule.text), workspace }
  return { kind: 'rule_added', actor, data } as const
}

/** Adds a rule for one thread, or for all threads of a person. */
async function addRule(
  parts: StoreParts,
  owner: UserId,
  rule: Parameters<Rules['add']>[1],
): Promise<StoredRule> {
  const threadId = rule.threadId ?? null
  const entry = { owner, list: rule.list, text: rule.text, threadId, createdFrom: null }
  if (threadId === null) return inUserChain(parts, owner, (trx) => insertRule(trx, entry))
  const added = await transact(parts, { thread: threadId }, async (work) => {
    if (!mayChange(owner, work.thread)) return undefined
    const row = await insertRule(work.trx, entry)
    work.record({ kind: 'rule_added', actor: owner, data: ruleData(row) })
    work.hint('wake')
    return storedRule(row)
  })
  if (added === undefined) throw new Error(`there is no thread ${threadId}`)
  return added
}

async function inUserChain(
  parts: StoreParts,
  owner: UserId,
  write: (trx: Trx) => Promise<RuleRow>,
): Promise<StoredRule> {
  const row = await runTransaction(parts.db, async (trx) => {
    const { now } = await lockUserChain(trx, owner)
    const written = await write(trx)
    await appendAudit(trx, owner, now, [{ kind: 'rule_added', actor: owner, data: ruleData(written) }])
    await notify(trx, { person: owner, wake: true })
    return written
  })
  parts.bus.emit({ person: owner, wake: true })
  return storedRule(row)
}

async function removeRule(parts: StoreParts, owner: UserId, id: RuleId): Promise<boolean> {
  const removed = await runTransaction(parts.db, async (trx) => {
    const { now } = await lockUserChain(trx, owner)
    const row = await trx
      .deleteFrom('rules')
      .where('id', '=', id)
      .where(rulesOf(owner))
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return false
    await appendAudit(trx, owner, now, [{ kind: 'rule_removed', actor: owner, data: ruleData(row) }])
    await notify(trx, { person: owner, wake: true })
    return true
  })
  if (removed) parts.bus.emit({ person: owner, wake: true })
  return removed
}

export function ruleData(row: RuleRow): Readonly<Record<string, unknown>> {
  return { rule_id: row.id, list: row.list, layer: row.layer, text: mask(row.text), thread_id: row.thread_id }
}

function storedRule(row: RuleRow): StoredRule {
  return {
    id: row.id,
    list: row.list,
    layer: row.layer,
    text: row.text,
    threadId: row.thread_id,
    createdFrom: row.created_from,
    createdAt: row.created_at,
  }
}
