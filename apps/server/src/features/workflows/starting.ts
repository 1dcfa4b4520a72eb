import type { CallId, RunSummary, ThreadId, UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { Trx } from '../../store/sql/database.ts'

export const RunInput = z.object({
  workflow_id: z.string().min(1).max(64).describe('Id of the workflow; `list_workflows` shows them.'),
  params: z.record(z.string(), z.unknown()).optional().describe('Its inputs, by name.'),
  version: z.string().max(64).optional().describe('Hash of a version; default: the newest one.'),
  from_node: z
    .string()
    .max(400)
    .optional()
    .describe('Nodes before this one reuse their outputs from `run_id`.'),
  run_id: z.string().max(64).optional().describe('The earlier run, with `from_node`.'),
  wait: z
    .boolean()
    .optional()
    .describe('False: it runs independently of the chat, and its id is returned immediately.'),
})
export type RunInput = z.infer<typeof RunInput>

export interface StartWish {
  readonly input: RunInput & { readonly version: string }
  /** The id of the run's call. If absent, a new one is created. */
  readonly callId?: CallId
  readonly mode: string
  readonly workspace: string
  readonly startedBy: RunSummary['started_by']
  readonly triggerId?: string
  readonly ungranted?: boolean
  /** The chat that starts it: the run gets its capabilities and no more. */
  readonly from?: ThreadId
  readonly grant?: 'run' | 'version' | undefined
  /** Seconds after which the grant ends. */
  readonly grantSeconds?: number | undefined
  /** Writes rows in the transaction of the run; false prevents the start. */
  also?(trx: Trx, runId: string): Promise<boolean>
}

export type Started =
  | { readonly ok: true; readonly runId: string }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** Starts a standalone run: its own thread with one turn, whose root call was approved by a person or by their trigger. */
export type StartRun = (user: UserId, wish: StartWish) => Promise<Started>
