import type { StoredCall } from '@countersign/agent'
import type { ReplayedEffect, ReplayedRun, UserId } from '@countersign/protocol'
import { replay, runKey, type Compiled, type RecordedRun, type Values } from '@countersign/workflow'
import { mask } from '../../audit/mask.ts'
import type { Parts } from './parts.ts'
import type { Judge } from './plan-version.ts'
import { RunInput } from './starting.ts'
import type { RunRow } from './stored-runs.ts'

/** Maximum number of effects of one run that are listed, and that are judged. */
const LISTED = 500
const LOOKED_AT = 2000
/** Maximum number of rounds of code nodes: the results of one round can make the next one possible. */
const CODE_PASSES = 50

/** The last runs of a workflow that ended and have a record of their own, newest first. */
export async function runsToReplay(
  { calls, runs }: Parts,
  user: UserId,
  workflowId: string,
  most: number,
): Promise<readonly RunRow[]> {
  const found: RunRow[] = []
  for (const run of (await runs.list(user, { workflowId })).runs) {
    if (found.length === most) break
    if (run.state !== 'done' && run.state !== 'failed') continue
    // What a run took from an earlier one is not among its own calls.
    const call = await calls.find(run.call_id)
    const input = RunInput.safeParse(call?.call.args)
    if (input.success && input.data.from_node === undefined) found.push(run)
  }
  return found
}

/** Plans a version over the record of a run: what it would do with the same inputs and results. Only code runs, and it reaches nothing. */
export async function replayRun(
  parts: Parts,
  user: UserId,
  run: RunRow,
  compiled: Compiled,
  judge: Judge,
): Promise<ReplayedRun> {
  const inputs = run.inputs as Values // stored as JSON
  const { open } = await parts.values.ofRun(user, run.id, { inputs })
  const stored = await parts.calls.below(run.call_id)
  const record = stored.flatMap(recorded)
  let played = replay(compiled, inputs, record, open)
  for (let pass = 0; played.code.length > 0 && pass < CODE_PASSES; pass += 1) {
    for (const code of played.code) record.push(await withCode(parts, code))
    played = replay(compiled, inputs, record, open)
  }
  const made = new Map(stored.flatMap((one) => recorded(one).map((was) => [keyOf(was), one.call] as const)))
  const effects: ReplayedEffect[] = []
  let same = 0
  const listed = played.effects.slice(0, LOOKED_AT)
  for (const one of listed) {
    const { kind, node, item, type: tool } = one
    const specifier = mask(one.specifier)
    // The record has the text that was decided, and the arguments with what the node left open.
    const was = made.get(keyOf({ ...one, try: 1 }))
    const wasText = was && mask(was.specifierText)
    const before = kind === 'other' ? (wasText ?? null) : null
    const place = { node, tool, item: item.length === 0 ? null : item.join('/'), specifier, before }
    if (kind === 'gone') {
      effects.push({
        ...place,
        kind,
        specifier: wasText ?? specifier,
        verdict: null,
        why: 'this version does not make the call',
      })
      continue
    }
    const { planned, hash } = await judge(node, one.inputs)
    const { verdict, why } = planned
    const isSame = kind === 'same' || (kind === 'other' && hash !== undefined && hash === was?.hash)
    if (isSame && verdict === 'run') same += 1
    else
      effects.push({
        ...place,
        kind: isSame ? 'same' : kind,
        before: isSame ? null : before,
        verdict: verdict === 'unknown' ? 'ask' : verdict,
        why,
      })
  }
  return {
    run_id: run.id,
    at: run.started_at,
    effects: effects.slice(0, LISTED),
    same,
    more: effects.length > LISTED || played.effects.length > LOOKED_AT,
    open: played.open,
    failed: played.failed === undefined ? null : mask(played.failed),
  }
}

const keyOf = ({ node, item, try: attempt }: Pick<RecordedRun, 'node' | 'item' | 'try'>) =>
  runKey(node, item, attempt)

function recorded({ call, state, result }: StoredCall): RecordedRun[] {
  const { node } = call
  if (node === undefined || result === null) return []
  const item = node.item === null ? [] : node.item.split('/').map(Number)
  const outputs = (result.value as Values | undefined) ?? { text: result.text } // a tool returns JSON
  return [
    {
      node: node.node,
      item,
      try: node.attempt,
      kind: NOT_TOOLS.test(call.tool) ? 'wait' : 'tool',
      type: call.tool,
      inputs: call.args as Values, // arguments are JSON
      outcome:
        state === 'succeeded'
          ? { state: 'done', outputs }
          : { state: 'failed', error: { code: result.code ?? state, message: result.text } },
    },
  ]
}

/** Questions and waits of workflows, which have no effect. */
const NOT_TOOLS = /^(?:human\.|time\.wait$|time\.now$|signal\.wait$)/

async function withCode(
  { code }: Parts,
  run: ReturnType<typeof replay>['code'][number],
): Promise<RecordedRun> {
  const { source, ...inputs } = run.inputs
  try {
    const outputs = await code.run(
      typeof source === 'string' ? source : '',
      inputs,
      AbortSignal.timeout(60_000),
      run.timeout,
    )
    return { ...run, outcome: { state: 'done', outputs } }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { ...run, outcome: { state: 'failed', error: { code: 'code_failed', message } } }
  }
}
