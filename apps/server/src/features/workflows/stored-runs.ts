import { EXTEND_TURN } from '@countersign/agent'
import type {
  CallId,
  Instant,
  NodeStateView,
  RunState,
  RunSummary,
  ThreadId,
  TurnId,
  UserId,
} from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../store/sql/database.ts'
import { nodeKey } from './node-key.ts'

export interface NewRunRow {
  readonly workflowId: string
  readonly hash: string
  readonly callId: CallId
  readonly threadId: ThreadId
  readonly turnId: TurnId | null
  readonly startedBy: RunSummary['started_by']
  readonly triggerId: string | null
  /** Set off by an agent's call: no grant applies to it. */
  readonly ungranted: boolean
  readonly mode: string
  readonly inputs: unknown
}

export interface RunRow {
  readonly id: string
  readonly owner: UserId
  readonly workflow_id: string
  readonly name: string
  readonly hash: string
  readonly call_id: CallId
  readonly thread_id: ThreadId
  readonly turn_id: TurnId | null
  readonly state: RunState
  readonly started_by: RunSummary['started_by']
  readonly trigger_id: string | null
  /** Set off by an agent's call: no grant applies to it. */
  readonly ungranted: boolean
  /** The run has its own thread. */
  readonly alone: boolean
  /** Since when it waits for a person to resume it after a restore. */
  readonly held_at: Instant | null
  readonly mode: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly outputs: Readonly<Record<string, unknown>> | null
  readonly error: RunSummary['error']
  readonly started_at: Instant
  readonly ended_at: Instant | null
}

export interface NodeRow {
  readonly node: string
  readonly item: string
  readonly state: NodeStateView['state']
  readonly tries: number
  readonly call_id: CallId | null
  readonly ms: number | null
  readonly inputs: Readonly<Record<string, unknown>> | null
  readonly outputs: Readonly<Record<string, unknown>> | null
  readonly error: NodeStateView['error']
}

/** A call of a node that has not ended. */
export interface OpenCall {
  readonly id: CallId
  readonly tool: string
  readonly state: 'waiting' | 'approved' | 'running'
}

/** How a run ended. */
export type RunEnd =
  | { readonly state: 'done'; readonly outputs: unknown }
  | { readonly state: 'failed'; readonly error: NonNullable<RunSummary['error']> }

export interface RunFilter {
  readonly workflowId?: string | undefined
  readonly state?: RunState | undefined
  readonly before?: string | undefined
}

/** Runs of workflows, with the inputs and outputs of their nodes. */
export interface StoredRuns {
  /** A no-op if the run exists. */
  begin(db: Db | Trx, owner: UserId, run: NewRunRow): Promise<string>
  /** Returns false if it has already ended. */
  end(id: string, end: RunEnd): Promise<boolean>
  get(owner: UserId, id: string): Promise<RunRow | undefined>
  byCall(callId: CallId): Promise<RunRow | undefined>
  list(
    owner: UserId,
    filter: RunFilter,
  ): Promise<{ readonly runs: readonly RunRow[]; readonly next: string | null }>
  /** The last run of each of these workflows. */
  last(workflows: readonly string[]): Promise<ReadonlyMap<string, RunRow>>
  writeNodes(runId: string, rows: readonly NodeRow[]): Promise<void>
  /** For lists: with the beginnings of outputs only. */
  nodes(runId: string, limit: number): Promise<readonly NodeStateView[]>
  /** Keys of the nodes and items whose end is written. */
  endedNodes(runId: string): Promise<ReadonlySet<string>>
  /** The calls directly below a run that have not ended. */
  openCalls(runCall: CallId): Promise<readonly OpenCall[]>
  node(runId: string, node: string, item: string): Promise<NodeRow | undefined>
  /** Lets a held run go on. Returns false if it is not held. */
  release(owner: UserId, id: string): Promise<boolean>
  /** Threads of a person's unfinished standalone runs. */
  openAlone(owner: UserId): Promise<readonly ThreadId[]>
  /** The number of unfinished runs of a trigger, without the one that is about to start. */
  open(within: Db | Trx, triggerId: string, without?: string): Promise<number>
}

/** The id of the run that belongs to a call. */
export function runIdOf(callId: CallId): string {
  return `run_${callId.slice('call_'.length)}`
}

/** The state of an open run comes from its turn and its call: running, queued, waiting, sleeping or cancelled. */
const STATE = sql`case
  when runs.state <> 'running' then runs.state
  when calls.state in ('cancelled', 'denied', 'expired', 'blocked', 'failed') or turns.status = 'cancelled' then 'cancelled'
  when runs.held_at is not null then 'waiting'
  when turns.status = 'queued' then 'queued'
  when exists (
    select 1 from calls asked
    where asked.turn_id = runs.turn_id and asked.tool = ${EXTEND_TURN} and asked.state = 'waiting')
    then 'waiting'
  when turns.status = 'waiting' and exists (
    select 1 from calls below
    where below.turn_id = runs.turn_id and below.depth > calls.depth and below.state in ('waiting', 'interrupted'))
    then 'waiting'
  when turns.status = 'waiting' then 'sleeping'
  else 'running' end`

const FROM = sql`from workflow_runs runs
  join workflows on workflows.id = runs.workflow_id
  left join turns on turns.id = runs.turn_id
  left join calls on calls.id = runs.call_id`

const COLUMNS = sql`runs.id, runs.owner, runs.workflow_id, workflows.name, runs.hash, runs.call_id, runs.thread_id,
  runs.turn_id, ${STATE} as state, runs.started_by, runs.trigger_id,
  runs.ungranted, runs.held_at,
  (select kind from threads where threads.id = runs.thread_id) = 'run' as alone, runs.mode, runs.inputs, runs.outputs,
  runs.error, runs.started_at, runs.ended_at`

const PAGE = 50

export function storedRuns(db: Db): StoredRuns {
  const one = async (where: RawBuilder<unknown>): Promise<RunRow | undefined> =>
    (await sql<RunRow>`select ${COLUMNS} ${FROM} where ${where}`.execute(db)).rows[0]
  return {
    async begin(within, owner, run) {
      const id = runIdOf(run.callId)
      await sql`
        insert into workflow_runs (id, owner, workflow_id, hash, call_id, thread_id, turn_id, started_by, trigger_id,
          ungranted, mode, inputs)
        values (${id}, ${owner}, ${run.workflowId}, ${run.hash}, ${run.callId}, ${run.threadId}, ${run.turnId},
          ${run.startedBy}, ${run.triggerId}, ${run.ungranted}, ${run.mode}, ${JSON.stringify(run.inputs)}::json)
        on conflict (id) do nothing`.execute(within)
      return id
    },
    async end(id, end) {
      const outputs = end.state === 'done' ? JSON.stringify(end.outputs) : null
      const error = end.state === 'failed' ? JSON.stringify(end.error) : null
      const { rows } = await sql`
        update workflow_runs set state = ${end.state}, outputs = ${outputs}::json, error = ${error}::json,
          ended_at = clock_timestamp()
        where id = ${id} and state = 'running' returning id`.execute(db)
      return rows.length > 0
    },
    get: (owner, id) => one(sql`runs.owner = ${owner} and runs.id = ${id}`),
    byCall: (callId) => one(sql`runs.call_id = ${callId}`),
    async list(owner, { workflowId = null, state = null, before = null }) {
      const { rows } = await sql<RunRow>`
        select * from (select ${COLUMNS} ${FROM}
          where runs.owner = ${owner} and (${workflowId}::text is null or runs.workflow_id = ${workflowId})
            and (${before}::text is null or (runs.started_at, runs.id) <
              (select started_at, id from workflow_runs where id = ${before}))) as runs
        where ${state}::text is null or state = ${state}
        order by started_at desc, id desc limit ${PAGE + 1}`.execute(db)
      return { runs: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null }
    },
    async last(workflows) {
      const { rows } = await sql<RunRow>`
        select distinct on (runs.workflow_id) ${COLUMNS} ${FROM}
        where runs.workflow_id = any(${[...workflows]})
        order by runs.workflow_id, runs.started_at desc`.execute(db)
      return new Map(rows.map((row) => [row.workflow_id, row]))
    },
    async release(owner, id) {
      const { rows } = await sql`
        update workflow_runs set held_at = null
        where owner = ${owner} and id = ${id} and state = 'running' and held_at is not null returning id`.execute(
        db,
      )
      return rows.length > 0
    },
    ...storedNodes(db),
    async openAlone(owner) {
      const { rows } = await sql<{ id: ThreadId }>`
        select threads.id from workflow_runs runs
          join threads on threads.id = runs.thread_id and threads.kind = 'run'
          join turns on turns.id = runs.turn_id and turns.ended_at is null
        where runs.owner = ${owner} and runs.state = 'running' order by runs.started_at`.execute(db)
      return rows.map(({ id }) => id)
    },
    open: openRuns,
  }
}

async function openRuns(within: Db | Trx, triggerId: string, without = ''): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from (select ${STATE} as state ${FROM} where runs.trigger_id = ${triggerId}
      and runs.state = 'running' and runs.id <> ${without}) as runs where state not in ('cancelled')`.execute(
    within,
  )
  return rows[0]?.open ?? 0
}

/** Inputs and outputs of the nodes of runs. */
function storedNodes(db: Db): Pick<StoredRuns, 'writeNodes' | 'nodes' | 'endedNodes' | 'openCalls' | 'node'> {
  return {
    writeNodes: (runId, rows) => writeNodes(db, runId, rows),
    async nodes(runId, limit) {
      const { rows } = await sql<NodeStateView & { readonly began_at: number }>`
        select node, nullif(item, '') as item, state, tries, call_id, ms, error,
          case when error is null then left(outputs::text, ${PREVIEW}::int) end as preview,
          (extract(epoch from updated_at) * 1000)::double precision - coalesce(ms, 0) as began_at
        from workflow_node_values where run_id = ${runId}
        order by workflow_node_values.node, workflow_node_values.item limit ${limit}`.execute(db)
      return rows.map((row) => ({
        ...row,
        preview: row.preview?.slice(0, PREVIEW) ?? null,
        began_at: Math.round(row.began_at),
      }))
    },
    async endedNodes(runId) {
      const { rows } = await sql<{ node: string; item: string }>`
        select node, item from workflow_node_values
        where run_id = ${runId} and state not in ('running', 'interrupted')`.execute(db)
      return new Set(rows.map(({ node, item }) => nodeKey(node, item)))
    },
    async openCalls(runCall) {
      const { rows } = await sql<OpenCall>`
        select id, tool, state from calls
        where parent_id = ${runCall} and state in ('waiting', 'approved', 'running')`.execute(db)
      return rows
    },
    async node(runId, node, item) {
      const { rows } = await sql<NodeRow>`
        select node, item, state, tries, call_id, ms, inputs, outputs, error from workflow_node_values
        where run_id = ${runId} and node = ${node} and item = ${item}`.execute(db)
      return rows[0]
    },
  }
}

/**
 * One statement for all rows: they are passed as JSON, which the database expands. A node that ended after its run was resumed took the time since
 * its row was first written, or the time of its call if the row was lost in the crash.
 */
async function writeNodes(db: Db, runId: string, rows: readonly NodeRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into workflow_node_values (run_id, node, item, state, tries, call_id, ms, inputs, outputs, error, updated_at)
    select ${runId}, one.node, one.item, one.state, one.tries, coalesce(one.call_id, was.call_id),
      case when one.ms is not null or one.state in ('running', 'interrupted') then one.ms
        when was.node is null then (
          select extract(epoch from ended_at - started_at) * 1000 from calls where calls.id = one.call_id)
        when was.state in ('running', 'interrupted')
          then extract(epoch from clock_timestamp() - was.updated_at) * 1000
        else was.ms end,
      coalesce(one.inputs, was.inputs), one.outputs, one.error,
      case when was.state = one.state and was.call_id is not distinct from one.call_id then was.updated_at
        else clock_timestamp() end
    from json_to_recordset(${JSON.stringify(rows)}::json) as one(node text, item text, state text, tries integer,
        call_id text, ms double precision, inputs json, outputs json, error json)
      left join workflow_node_values was
        on was.run_id = ${runId} and was.node = one.node and was.item = one.item
    on conflict (run_id, node, item) do update set state = excluded.state, tries = excluded.tries,
      call_id = excluded.call_id, ms = excluded.ms, inputs = excluded.inputs, outputs = excluded.outputs,
      error = excluded.error, updated_at = excluded.updated_at`.execute(db)
}

export function runSummary(row: RunRow): RunSummary {
  return {
    id: row.id,
    workflow_id: row.workflow_id,
    workflow_name: row.name,
    hash: row.hash,
    state: row.state,
    started_by: row.started_by,
    trigger_id: row.trigger_id,
    thread_id: row.thread_id,
    turn_id: row.turn_id,
    call_id: row.call_id,
    mode: row.mode,
    started_at: row.started_at,
    ended_at: row.ended_at,
    error: row.error,
  }
}

/** Maximum characters of a preview. */
const PREVIEW = 300

export function nodeView(row: NodeRow): NodeStateView {
  const shown = row.error === null ? row.outputs : null
  return {
    node: row.node,
    item: row.item === '' ? null : row.item,
    state: row.state,
    ms: row.ms,
    tries: row.tries,
    call_id: row.call_id,
    preview: shown === null ? null : JSON.stringify(shown).slice(0, PREVIEW),
    error: row.error,
  }
}
