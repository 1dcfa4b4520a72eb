import type { Clock, NodeNews } from '@countersign/agent'
import type { WorkflowEvent } from '@countersign/protocol'
import { mask } from '../../audit/mask.ts'
import { maskedValues } from './masked-values.ts'
import type { Values } from '@countersign/workflow'
import { nodeKey } from './node-key.ts'
import { TooLarge } from './run-values.ts'
import { nodeView, type NodeRow, type StoredRuns } from './stored-runs.ts'

/** Milliseconds between two events of one run: at most 20 per second. */
const EVERY = 50
/** On a slow database, writing takes at most this share of the time: the run itself comes first. */
const SHARE = 0.1
const LONGEST = 500

/** Records the progress of a run's nodes and publishes it in batches, so that a fast run does not flood its subscribers. */
export interface RunRecord {
  told(news: NodeNews): void
  /** Resolves once everything is written. */
  flush(): Promise<void>
}

/** Moves large values into files. */
type KeepLarge = (values: Values, name: string) => Promise<Values>

interface RecordParts {
  readonly keep: KeepLarge
  readonly clock: Clock
  readonly runs: Pick<StoredRuns, 'writeNodes'>
  tell(event: WorkflowEvent): Promise<unknown>
  failed(what: string, cause: unknown): void
  /** Nodes and items whose outputs are reused from an earlier run. */
  readonly reused: ReadonlySet<string>
  /** Nodes and items whose end was written before the run was resumed. */
  readonly there: ReadonlySet<string>
}

export function runRecord(
  runId: string,
  { clock, runs, tell, failed, reused, there, keep: keepLarge }: RecordParts,
): RunRecord {
  const open = new Map<string, NodeRow>()
  const begun = new Map<string, { readonly at: number | null; readonly row: NodeRow }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = EVERY
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const whole = [...open.values()]
    open.clear()
    if (whole.length === 0) return
    const start = clock.now()
    const rows = await Promise.all(whole.map((row) => withoutLarge(row, keepLarge)))
    await runs.writeNodes(runId, rows)
    await tell({ type: 'node_updated', run_id: runId, nodes: rows.map(nodeView) })
    pause = Math.min(LONGEST, Math.max(EVERY, (clock.now() - start) / SHARE))
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch((cause: unknown) => failed('writing the nodes of a run', cause))
    return writing
  }
  const keep = (row: NodeRow) => {
    open.set(nodeKey(row.node, row.item), row)
    timer ??= setTimeout(() => void flush(), pause)
  }
  return {
    told(news) {
      if (news.kind === 'ended') {
        const { node, item, state, outputs, error } = news.end
        const at = item.join('/')
        const key = nodeKey(node, at)
        if (there.has(key)) return
        const known = begun.get(key)
        begun.delete(key)
        keep({
          node,
          item: at,
          state: reused.has(key) ? 'reused' : state,
          tries: known?.row.tries ?? 1,
          call_id: known?.row.call_id ?? null,
          ms: known === undefined || known.at === null ? null : clock.now() - known.at,
          inputs: known?.row.inputs ?? null,
          outputs: outputs === undefined ? null : maskedValues(outputs),
          error: error === undefined ? null : { code: error.code, message: mask(error.message) },
        })
        return
      }
      const { run, callId } = news
      const row: NodeRow = {
        node: run.node,
        item: run.item.join('/'),
        state: news.kind === 'interrupted' ? 'interrupted' : 'running',
        tries: run.try,
        call_id: callId,
        ms: null,
        inputs: maskedValues(run.inputs),
        outputs: null,
        error: null,
      }
      const key = nodeKey(row.node, row.item)
      if (there.has(key)) return
      const began = news.kind === 'began' && news.before ? null : clock.now()
      begun.set(key, { at: begun.has(key) ? (begun.get(key)?.at ?? null) : began, row })
      keep(row)
    },
    flush,
  }
}

async function withoutLarge(row: NodeRow, keep: KeepLarge): Promise<NodeRow> {
  const { node, inputs, outputs } = row
  return {
    ...row,
    inputs: inputs && (await orCut(inputs, `${node}.in`, keep)),
    outputs: outputs && (await orCut(outputs, node, keep)),
  }
}

/** The record is only for display, so a value that is too large to store is omitted and the run continues. */
async function orCut(
  values: NonNullable<NodeRow['inputs']>,
  name: string,
  keep: KeepLarge,
): Promise<NodeRow['inputs']> {
  try {
    return await keep(values as Values, name) // JSON, masked
  } catch (cause) {
    if (!(cause instanceof TooLarge)) throw cause
    return { $left_out: cause.message }
  }
}
