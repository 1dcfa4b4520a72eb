import type { Tool } from '@countersign/agent'
import type { CallId, RunSummary, UserId } from '@countersign/protocol'
import type { InputSource } from '@countersign/workflow'
import type { Host } from '../../platform/host.ts'
import type { Db } from '../../store/sql/database.ts'
import type { CodePool } from './code/pool.ts'
import type { Library } from './library.ts'
import type { RunRow, StoredRuns } from './stored-runs.ts'
import type { StartRun } from './starting.ts'
import type { StoredGrants } from './stored-grants.ts'
import type { StoredWorkflows } from './stored-workflows.ts'
import type { Notices } from './notices.ts'
import type { StoredValues } from './run-values.ts'
import type { Secrets } from './secrets.ts'

/** Dependencies shared by the tools and routes of workflows. */
export interface Parts {
  readonly db: Db
  readonly clock: Host['clock']
  readonly calls: Host['store']['calls']
  readonly topics: Host['store']['topics']
  readonly wakeups: Host['store']['wakeups']
  readonly workflows: StoredWorkflows
  readonly runs: StoredRuns
  readonly values: StoredValues
  readonly grants: StoredGrants
  readonly secrets: Secrets
  readonly notices: Notices
  readonly library: Library
  readonly code: CodePool
  /** Where the inputs of a workflow's runs come from: the sender of a webhook may be anybody. */
  inputSource(user: UserId, workflow: string | undefined): Promise<InputSource>
  /** The administrator allows no grants. */
  forbidsGrants(): Promise<boolean>
  /** Starts a standalone run. */
  readonly start: StartRun
  /** Tools that only workflows have, by name. */
  readonly ownTools: ReadonlyMap<string, Tool>
  /** The token that wakes a call waiting for a signal. */
  signalToken(callId: CallId): string
  failed(what: string, cause: unknown): void
  /** Called when a run ends, with or without a failure. */
  runEnded(run: RunRow, error: RunSummary['error']): Promise<void>
}
