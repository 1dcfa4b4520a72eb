import type { Instant, TriggerView, TriggerWhen, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { runTransaction, type Db, type Trx } from '../../../store/sql/database.ts'
import { lastFirings, type Firing } from './firing.ts'

export interface TriggerRow {
  readonly id: string
  readonly owner: UserId
  readonly workflow_id: string
  readonly hash: string
  readonly spec: TriggerWhen
  readonly inputs: Readonly<Record<string, unknown>>
  readonly mode: string
  readonly overlap: TriggerView['overlap']
  readonly paused: boolean
  readonly why_paused: string | null
  readonly failures: number
  readonly next_at: Instant | null
  readonly last_at: Instant | null
  /** What starts once the current run has ended, oldest first. */
  readonly queued: readonly Firing[]
}

export type TriggerChange = Partial<
  Pick<
    TriggerRow,
    | 'hash'
    | 'spec'
    | 'inputs'
    | 'mode'
    | 'overlap'
    | 'paused'
    | 'why_paused'
    | 'failures'
    | 'next_at'
    | 'queued'
  >
>

/** The stored triggers. */
export interface StoredTriggers {
  list(owner: UserId, workflowId?: string): Promise<readonly TriggerRow[]>
  get(owner: UserId, id: string): Promise<TriggerRow | undefined>
  /** Finds a trigger of any person: for webhooks and the sweep. */
  find(id: string): Promise<TriggerRow | undefined>
  add(
    owner: UserId,
    trigger: Omit<TriggerRow, 'id' | 'owner' | 'paused' | 'why_paused' | 'failures' | 'last_at' | 'queued'>,
  ): Promise<TriggerRow>
  /** A function gets the current row, which nothing else changes meanwhile. */
  change(
    id: string,
    change: TriggerChange | ((was: TriggerRow) => TriggerChange),
  ): Promise<TriggerRow | undefined>
  remove(owner: UserId, id: string): Promise<boolean>
  /** Triggers whose time has come, or that have something queued. */
  due(): Promise<readonly TriggerRow[]>
  /** All triggers of this kind that are not paused. */
  ofKind(kind: TriggerWhen['kind']): Promise<readonly TriggerRow[]>
  /** A webhook starts runs of this workflow. */
  hasHook(owner: UserId, workflowId: string): Promise<boolean>
  count(workflows: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Claims a time or a delivery once. Returns false if it was already claimed. */
  claim(trx: Trx, id: string, key: string, runId: string): Promise<boolean>
  /** Sets the next time, unless it changed since it was read. */
  advance(within: Trx | Db, id: string, seen: Instant | null, next: Instant | null): Promise<boolean>
  /** Sets the next time as `advance` does, and queues what is to start later. */
  defer(
    id: string,
    seen: Instant | null,
    next: Instant | null,
    later: { readonly firings: readonly Firing[]; readonly most: number },
  ): Promise<void>
  /** Queues firings and keeps the last `most` of them. What an agent set off stays set off by it. */
  queue(id: string, firings: readonly Firing[], most: number): Promise<void>
  /** Returns false if it is not queued any more. */
  unqueue(within: Trx | Db, id: string, key: string): Promise<boolean>
  /** The number of runs it started in the last hour. */
  lastHour(id: string): Promise<number>
}

const COLUMNS = sql`id, owner, workflow_id, hash, spec, inputs, mode, overlap, paused, why_paused, failures, next_at, last_at, queued`
const time = (at: Instant | null) => (at === null ? sql`null` : sql`to_timestamp(${at / 1000}::float8)`)

async function advance(within: Trx | Db, id: string, seen: Instant | null, next: Instant | null) {
  const moved = await sql`
    update workflow_triggers set next_at = ${time(next)}
    where id = ${id} and next_at is not distinct from ${time(seen)} and not paused and deleted_at is null
    returning id`.execute(within)
  return moved.rows.length > 0
}

async function removeTrigger(db: Db, owner: string, id: string): Promise<boolean> {
  const removed = await sql`
    update workflow_triggers set deleted_at = now()
    where owner = ${owner} and id = ${id} and deleted_at is null returning id`.execute(db)
  return removed.rows.length > 0
}

async function firingsOfLastHour(db: Db, id: string): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from workflow_trigger_times
    where trigger_id = ${id} and at > now() - interval '1 hour'`.execute(db)
  return counted.rows[0]?.count ?? 0
}

export function storedTriggers(db: Db): StoredTriggers {
  const rows = async (query: ReturnType<typeof sql<TriggerRow>>) => (await query.execute(db)).rows
  return {
    list: (owner, workflowId = '') =>
      rows(sql`select ${COLUMNS} from workflow_triggers
        where owner = ${owner} and deleted_at is null and (${workflowId} = '' or workflow_id = ${workflowId})
        order by created_at, id`),
    get: async (owner, id) =>
      (
        await rows(
          sql`select ${COLUMNS} from workflow_triggers where owner = ${owner} and id = ${id} and deleted_at is null`,
        )
      )[0],
    find: async (id) =>
      (await rows(sql`select ${COLUMNS} from workflow_triggers where id = ${id} and deleted_at is null`))[0],
    async add(owner, trigger) {
      const [row] = await rows(sql`
        insert into workflow_triggers (owner, workflow_id, hash, spec, inputs, mode, overlap, next_at)
        values (${owner}, ${trigger.workflow_id}, ${trigger.hash}, ${JSON.stringify(trigger.spec)}::json,
          ${JSON.stringify(trigger.inputs)}::json, ${trigger.mode}, ${trigger.overlap}, ${time(trigger.next_at)})
        returning ${COLUMNS}`)
      if (row === undefined) throw new Error('a trigger was not written')
      return row
    },
    change: (id, change) => runTransaction(db, (trx) => changeTrigger(trx, id, change)),
    remove: (owner, id) => removeTrigger(db, owner, id),
    due: () =>
      rows(sql`select ${COLUMNS} from workflow_triggers
        where (next_at <= statement_timestamp() or queued::text <> '[]') and not paused and deleted_at is null
        order by next_at nulls first limit 100`),
    ofKind: (kind) =>
      rows(sql`select ${COLUMNS} from workflow_triggers
        where spec->>'kind' = ${kind} and not paused and deleted_at is null order by id`),
    async hasHook(owner, workflowId) {
      const found = await sql`
        select 1 from workflow_triggers
        where owner = ${owner} and workflow_id = ${workflowId} and spec->>'kind' = 'webhook' and deleted_at is null
        limit 1`.execute(db)
      return found.rows.length > 0
    },
    async count(workflows) {
      const counted = await sql<{ id: string; count: number }>`
        select workflow_id as id, count(*)::int as count from workflow_triggers
        where workflow_id = any(${[...workflows]}) and deleted_at is null group by workflow_id`.execute(db)
      return new Map(counted.rows.map(({ id, count }) => [id, count]))
    },
    async claim(trx, id, key, runId) {
      const claimed = await sql`
        insert into workflow_trigger_times (trigger_id, key, run_id) values (${id}, ${key}, ${runId})
        on conflict do nothing returning key`.execute(trx)
      if (claimed.rows.length === 0) return false
      await sql`update workflow_triggers set last_at = clock_timestamp() where id = ${id}`.execute(trx)
      return true
    },
    advance,
    async defer(id, seen, next, { firings, most }) {
      await runTransaction(db, async (trx) => {
        if (await advance(trx, id, seen, next))
          await changeQueue(trx, id, (before) =>
            // Missed times that wait keep their places.
            lastFirings([...before, ...firings], Math.max(most, before.length)),
          )
      })
    },
    async queue(id, firings, most) {
      await runTransaction(db, (trx) =>
        changeQueue(trx, id, (before) => lastFirings([...before, ...firings], most)),
      )
    },
    unqueue: (within, id, key) =>
      changeQueue(within, id, (before) => before.filter((firing) => firing.key !== key)),
    lastHour: (id) => firingsOfLastHour(db, id),
  }
}

/** Changes a trigger; its row is locked, so that the end of a run does not undo a pause that happens at the same time. */
async function changeTrigger(
  trx: Trx,
  id: string,
  change: Parameters<StoredTriggers['change']>[1],
): Promise<TriggerRow | undefined> {
  const found = await sql<TriggerRow>`
    select ${COLUMNS} from workflow_triggers where id = ${id} and deleted_at is null for update`.execute(trx)
  const [was] = found.rows
  if (was === undefined) return undefined
  const is = { ...was, ...(typeof change === 'function' ? change(was) : change) }
  const { rows } = await sql<TriggerRow>`
    update workflow_triggers set hash = ${is.hash}, spec = ${JSON.stringify(is.spec)}::json,
      inputs = ${JSON.stringify(is.inputs)}::json, mode = ${is.mode}, overlap = ${is.overlap},
      paused = ${is.paused}, why_paused = ${is.why_paused}, failures = ${is.failures}, next_at = ${time(is.next_at)},
      queued = ${JSON.stringify(is.queued)}::json
    where id = ${id} returning ${COLUMNS}`.execute(trx)
  return rows[0]
}

/** Changes what is queued; the row is locked until the transaction ends. Returns false if nothing changed. */
async function changeQueue(
  within: Trx | Db,
  id: string,
  change: (before: readonly Firing[]) => readonly Firing[],
): Promise<boolean> {
  const { rows } = await sql<Pick<TriggerRow, 'queued'>>`
    select queued from workflow_triggers where id = ${id} for update`.execute(within)
  const before = rows[0]?.queued ?? []
  const after = change(before)
  const text = JSON.stringify(after)
  if (text === JSON.stringify(before)) return false
  await sql`update workflow_triggers set queued = ${text}::json where id = ${id}`.execute(within)
  return true
}
