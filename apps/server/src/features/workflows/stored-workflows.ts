import type { Instant, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { runTransaction, storable, type Db, type Trx } from '../../store/sql/database.ts'

export interface WorkflowRow {
  readonly id: string
  readonly name: string
  readonly draft: Readonly<Record<string, unknown>>
  readonly draft_base: number
  readonly head: string | null
  readonly updated_at: Instant
}

export interface VersionRow {
  readonly hash: string
  readonly graph: Readonly<Record<string, unknown>>
  readonly parent: string | null
  readonly message: string
  readonly made_by: string
  readonly made_at: Instant
}

export interface NewVersion {
  readonly hash: string
  readonly graph: unknown
  readonly message: string
  readonly named: boolean
}

/** Workflows with their drafts and versions, by owner. */
export interface StoredWorkflows {
  list(owner: UserId, query: string): Promise<readonly WorkflowRow[]>
  get(owner: UserId, id: string): Promise<WorkflowRow | undefined>
  create(owner: UserId, name: string, draft: unknown): Promise<WorkflowRow>
  /** Returns undefined if the draft has changed since `base`. */
  saveDraft(owner: UserId, id: string, draft: unknown, base: number): Promise<WorkflowRow | undefined>
  rename(owner: UserId, id: string, name: string): Promise<WorkflowRow | undefined>
  remove(owner: UserId, id: string): Promise<boolean>
  /** Writes a version, unless it exists. A named version becomes the workflow's head. */
  addVersion(owner: UserId, id: string, version: NewVersion): Promise<VersionRow | undefined>
  versions(id: string): Promise<readonly VersionRow[]>
  version(id: string, hash: string): Promise<VersionRow | undefined>
  /** A version of any workflow of this person. */
  byHash(owner: UserId, hash: string): Promise<VersionRow | undefined>
  /** Keeps a graph as an unnamed version without a workflow. */
  keepBuilt(
    owner: UserId,
    built: { readonly hash: string; readonly graph: unknown; readonly objective: string },
  ): Promise<void>
  /** The graph of a version, or of a build. */
  graphOf(owner: UserId, hash: string): Promise<Readonly<Record<string, unknown>> | undefined>
}

const COLUMNS = sql`id, name, draft, draft_base, head, updated_at`
const VERSION = sql`hash, graph, parent, message, made_by, made_at`

export function storedWorkflows(db: Db): StoredWorkflows {
  const one = async (query: ReturnType<typeof sql<WorkflowRow>>) => (await query.execute(db)).rows[0]
  return {
    async list(owner, query) {
      const { rows } = await sql<WorkflowRow>`
        select ${COLUMNS} from workflows
        where owner = ${owner} and deleted_at is null and position(lower(${query}) in lower(name)) > 0
        order by updated_at desc, id limit 500`.execute(db)
      return rows
    },
    get: (owner, id) =>
      one(sql`select ${COLUMNS} from workflows where owner = ${owner} and id = ${id} and deleted_at is null`),
    async create(owner, name, draft) {
      const row = await one(sql`
        insert into workflows (owner, name, draft) values (${owner}, ${storable(name)}, ${JSON.stringify(draft)}::json)
        returning ${COLUMNS}`)
      if (row === undefined) throw new Error('a workflow was not written')
      return row
    },
    saveDraft: (owner, id, draft, base) =>
      one(sql`
        update workflows set draft = ${JSON.stringify(draft)}::json, draft_base = draft_base + 1, updated_at = now()
        where owner = ${owner} and id = ${id} and deleted_at is null and draft_base = ${base}
        returning ${COLUMNS}`),
    rename: (owner, id, name) =>
      one(sql`
        update workflows set name = ${storable(name)}, updated_at = now()
        where owner = ${owner} and id = ${id} and deleted_at is null returning ${COLUMNS}`),
    remove: (owner, id) => runTransaction(db, (trx) => removed(trx, owner, id)),
    addVersion: (owner, id, version) => runTransaction(db, (trx) => added(trx, owner, id, version)),
    async versions(id) {
      const { rows } = await sql<VersionRow>`
        select ${VERSION} from workflow_versions where workflow_id = ${id} and named
        order by made_at desc`.execute(db)
      return rows
    },
    async version(id, hash) {
      const { rows } = await sql<VersionRow>`
        select ${VERSION} from workflow_versions where workflow_id = ${id} and hash = ${hash}`.execute(db)
      return rows[0]
    },
    async keepBuilt(owner, { hash, graph, objective }) {
      await sql`
        insert into workflow_built (owner, hash, graph, objective)
        values (${owner}, ${hash}, ${JSON.stringify(graph)}::json, ${storable(objective)})
        on conflict (owner, hash) do update set made_at = now()`.execute(db)
    },
    async graphOf(owner, hash) {
      const { rows } = await sql<Pick<VersionRow, 'graph'>>`
        select graph from workflow_built where owner = ${owner} and hash = ${hash}
        union all
        select graph from workflow_versions
        where hash = ${hash} and workflow_id in (select id from workflows where owner = ${owner})
        limit 1`.execute(db)
      return rows[0]?.graph
    },
    async byHash(owner, hash) {
      const { rows } = await sql<VersionRow>`
        select ${VERSION} from workflow_versions
        where hash = ${hash} and workflow_id in (select id from workflows where owner = ${owner})
        order by made_at limit 1`.execute(db)
      return rows[0]
    },
  }
}

async function removed(trx: Trx, owner: UserId, id: string): Promise<boolean> {
  const { rows } = await sql`
    update workflows set deleted_at = now()
    where owner = ${owner} and id = ${id} and deleted_at is null returning id`.execute(trx)
  if (rows.length === 0) return false
  await sql`update workflow_triggers set deleted_at = now() where workflow_id = ${id}`.execute(trx)
  await sql`
    update workflow_grants set revoked_at = now() where workflow_id = ${id} and revoked_at is null`.execute(
    trx,
  )
  return true
}

async function added(
  trx: Trx,
  owner: UserId,
  id: string,
  { hash, graph, message, named }: NewVersion,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<{ head: string | null }>`
    select head from workflows where owner = ${owner} and id = ${id} and deleted_at is null for update`.execute(
    trx,
  )
  const [workflow] = rows
  if (workflow === undefined) return undefined
  // A version created by a run of the draft gets its name when someone saves it.
  const written = await sql<VersionRow>`
    insert into workflow_versions (workflow_id, hash, graph, parent, message, made_by, named)
    values (${id}, ${hash}, ${JSON.stringify(graph)}::json, ${workflow.head}, ${storable(message)}, ${owner}, ${named})
    on conflict (workflow_id, hash) do update set
      named = workflow_versions.named or excluded.named,
      message = case when workflow_versions.named then workflow_versions.message else excluded.message end
    returning ${VERSION}`.execute(trx)
  if (named) await sql`update workflows set head = ${hash}, updated_at = now() where id = ${id}`.execute(trx)
  return written.rows[0]
}
