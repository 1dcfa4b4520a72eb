import type { GrantView, UserId } from '@countersign/protocol'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Granted, GrantedRun, NodeRule } from '../../rules/grants.ts'
import { runTransaction, type Db } from '../../store/sql/database.ts'
import { grantsChanged } from '../../store/sql/policy-version.ts'

export interface NewGrant {
  readonly workflowId: string
  readonly hash: string
  /** Null applies to every run of the version. */
  readonly runCall: string | null
  /** Seconds after which it ends; absent: it lasts until somebody revokes it. */
  readonly seconds?: number | undefined
  readonly rules: readonly NodeRule[]
}

/** Grants that people gave to versions and runs of workflows. */
export interface StoredGrants {
  add(trx: QueryExecutorProvider, owner: UserId, grant: NewGrant): Promise<void>
  /** Copies the grants of one run to another run that it started. */
  handOn(trx: QueryExecutorProvider, from: string, to: string): Promise<void>
  list(owner: UserId, workflowId: string | undefined): Promise<readonly GrantView[]>
  revoke(owner: UserId, id: string): Promise<boolean>
  /** Allow rules that every run of this version has. */
  ofVersion(owner: UserId, workflowId: string, hash: string): Promise<readonly NodeRule[]>
  /** Allow rules for the calls of this version, in this run. */
  of(run: GrantedRun): Promise<Granted>
}

interface GrantRow {
  readonly id: string
  readonly workflow_id: string
  readonly name: string
  readonly hash: string
  readonly run_id: string | null
  readonly rules: readonly NodeRule[]
  readonly owner: string
  readonly granted_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

/** Maximum depth of agents below a node, more than any turn has. */
const DEEPEST = 10

export function storedGrants(db: Db, nameOf: (user: UserId) => string): StoredGrants {
  return {
    async add(trx, owner, { workflowId, hash, runCall, seconds, rules }) {
      await sql`
        insert into workflow_grants (owner, workflow_id, hash, run_call, rules, expires_at)
        values (${owner}, ${workflowId}, ${hash}, ${runCall}, ${JSON.stringify(rules)}::json,
          clock_timestamp() + make_interval(secs => ${seconds ?? null}::float8))`.execute(trx)
      await grantsChanged(trx, owner)
    },
    async handOn(trx, from, to) {
      const { rows } = await sql<{ owner: UserId }>`
        insert into workflow_grants (owner, workflow_id, hash, run_call, rules, expires_at)
        select owner, workflow_id, hash, ${to}, rules, expires_at from workflow_grants
        where run_call = ${from} and revoked_at is null returning owner`.execute(trx)
      for (const owner of new Set(rows.map((row) => row.owner))) await grantsChanged(trx, owner)
    },
    async list(owner, workflowId) {
      const { rows } = await sql<GrantRow>`
        select grants.id, grants.workflow_id, workflows.name, grants.hash, runs.id as run_id, grants.rules,
          grants.owner, grants.granted_at, grants.expires_at, grants.revoked_at
        from workflow_grants grants
          join workflows on workflows.id = grants.workflow_id
          left join workflow_runs runs on runs.call_id = grants.run_call
        where grants.owner = ${owner} and (${workflowId ?? null}::text is null or grants.workflow_id = ${workflowId ?? null})
        order by grants.granted_at desc limit 500`.execute(db)
      return rows.map((row) => ({
        id: row.id,
        workflow_id: row.workflow_id,
        workflow_name: row.name,
        hash: row.hash,
        run_id: row.run_id,
        rules: row.rules,
        by: nameOf(owner),
        at: row.granted_at,
        expires_at: row.expires_at,
        revoked_at: row.revoked_at,
      }))
    },
    async revoke(owner, id) {
      return runTransaction(db, async (trx) => {
        const { rows } = await sql`
          update workflow_grants set revoked_at = clock_timestamp()
          where owner = ${owner} and id = ${id} and revoked_at is null returning id`.execute(trx)
        if (rows.length > 0) await grantsChanged(trx, owner)
        return rows.length > 0
      })
    },
    async ofVersion(owner, workflowId, hash) {
      const { rows } = await sql<{ rules: readonly NodeRule[] }>`
        select rules from workflow_grants
        where owner = ${owner} and workflow_id = ${workflowId} and hash = ${hash} and run_call is null
          and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())`.execute(db)
      return rows.flatMap(({ rules }) => rules)
    },
    async of({ version, parentId }) {
      // The grant must belong to the owner of the run; a run that an agent's call set off has no grants (`ungranted`). A call of an agent node is
      // below the call of that node, which is below the run.
      const { rows } = await sql<{ rules: readonly NodeRule[]; lasting: boolean }>`
        with recursive above (id, up) as (
          select ${parentId}::text, 0
          union all
          select calls.parent_id, above.up + 1 from above join calls on calls.id = above.id
          where calls.parent_id is not null and above.up < ${DEEPEST})
        select grants.rules, grants.expires_at is null as lasting from workflow_grants grants
          join workflow_runs runs on runs.call_id = (
            select id from above where id in (select call_id from workflow_runs) order by up limit 1)
        where grants.hash = ${version} and runs.hash = ${version} and grants.owner = runs.owner
          and grants.workflow_id = runs.workflow_id
          and (grants.run_call is null or grants.run_call = runs.call_id)
          and not runs.ungranted
          and grants.revoked_at is null
          and (grants.expires_at is null or grants.expires_at > clock_timestamp())`.execute(db)
      return {
        rules: rows.flatMap(({ rules }) => rules),
        lasting: rows.every(({ lasting }) => lasting),
      }
    },
  }
}
