import type { UserId, VersionView, WorkflowSummary, WorkflowView } from '@countersign/protocol'
import { canonicalJson } from '@countersign/protocol/canonical'
import { manifestView } from './effects.ts'
import { inputsOf } from './library.ts'
import type { Parts } from './parts.ts'
import type { RunRow } from './stored-runs.ts'
import type { VersionRow, WorkflowRow } from './stored-workflows.ts'

/** Workflows as people see them. */
export interface WorkflowViews {
  summaries(rows: readonly WorkflowRow[]): Promise<readonly WorkflowSummary[]>
  view(user: UserId, row: WorkflowRow): Promise<WorkflowView>
  version(row: VersionRow): VersionView
  /** Notifies the subscribers of a workflow that it changed. */
  told(row: WorkflowRow): Promise<void>
}

export function workflowViews(
  parts: Pick<Parts, 'inputSource' | 'library' | 'runs' | 'secrets' | 'topics' | 'workflows'>,
  nameOf: (user: UserId) => string,
  triggersOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): WorkflowViews {
  /** Whether the draft differs from the head version. */
  const isChanged = async ({ id, head, draft }: WorkflowRow): Promise<boolean> => {
    const version = head === null ? undefined : await parts.workflows.version(id, head)
    return version === undefined || canonicalJson(version.graph) !== canonicalJson(draft)
  }
  const summaries = async (rows: readonly WorkflowRow[]): Promise<readonly WorkflowSummary[]> => {
    const ids = rows.map(({ id }) => id)
    const [last, triggers] = await Promise.all([parts.runs.last(ids), triggersOf(ids)])
    return Promise.all(
      rows.map(async (row) =>
        summaryOf(row, last.get(row.id), triggers.get(row.id) ?? 0, await isChanged(row)),
      ),
    )
  }
  const summary = async (row: WorkflowRow): Promise<WorkflowSummary> => {
    const [made] = await summaries([row])
    if (made === undefined) throw new Error('no summary')
    return made
  }
  return {
    summaries,
    async view(user, row) {
      const read = await parts.library.read(user, row.draft)
      return {
        ...(await summary(row)),
        draft: row.draft,
        draft_base: row.draft_base,
        problems: read.ok ? [] : read.problems,
        hash: read.ok ? read.compiled.hash : null,
        inputs: read.ok ? inputsOf(read.compiled.graph) : [],
        manifest: read.ok ? await manifestView(parts, user, read.compiled, row.id) : null,
      }
    },
    version: ({ hash, parent, message, made_by, made_at }) => ({
      hash,
      parent,
      message,
      by: nameOf(made_by as UserId), // rows are written with the id of a person
      at: made_at,
    }),
    async told(row) {
      const event = { type: 'workflow_updated', workflow: await summary(row) }
      await parts.topics.publish(`workflow:${row.id}`, event)
    },
  }
}

function summaryOf(
  row: WorkflowRow,
  last: RunRow | undefined,
  triggers: number,
  changed: boolean,
): WorkflowSummary {
  return {
    id: row.id,
    name: row.name,
    head: row.head,
    changed,
    updated_at: row.updated_at,
    last_run: last === undefined ? null : { id: last.id, state: last.state, at: last.started_at },
    triggers,
  }
}
