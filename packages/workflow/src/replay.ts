import { canonicalJson } from '@countersign/protocol/canonical'
import type { Compiled } from './compiled.ts'
import type { OpenFile } from './file-value.ts'
import type { Values } from './json.ts'
import { specifierText } from './manifest/specifier.ts'
import { runKey, type NodeRun, type RunResult } from './plan/plan.ts'
import { Planner } from './plan/planner.ts'

/** One call of an earlier run, with its inputs. */
export interface RecordedRun extends RunResult {
  readonly kind: NodeRun['kind']
  readonly type: string
  readonly inputs: Values
}

/** An effect of the new version, compared with the record. */
export interface ReplayedEffect {
  readonly kind: 'same' | 'new' | 'gone' | 'other'
  readonly node: string
  readonly item: readonly number[]
  readonly type: string
  readonly inputs: Values
  readonly specifier: string
  /** The corresponding effect in the record. */
  readonly before?: string | undefined
}

export interface Replay {
  readonly effects: readonly ReplayedEffect[]
  /** The outputs, if the record is enough to compute them. */
  readonly outputs?: Values | undefined
  readonly failed?: string | undefined
  /** The replay stopped because the record has no result for a new call. */
  readonly open: boolean
  /** Code without a recorded result. It has no effect, so the caller may run it and replay again. */
  readonly code: readonly NodeRun[]
}

/** Backtests a version against the results of an earlier run, to show which effects would be new, gone or different. Nothing runs. */
export function replay(
  compiled: Compiled,
  inputs: Values,
  record: readonly RecordedRun[],
  open?: OpenFile,
): Replay {
  const known = new Map(record.map((run) => [runKey(run.node, run.item, run.try), run]))
  const planner = new Planner(compiled, inputs, { open, quiet: true })
  const code: NodeRun[] = []
  const effects: ReplayedEffect[] = []
  for (let plan = planner.next(); ; plan = planner.next()) {
    for (const run of plan.ready) {
      const before = known.get(run.key)
      known.delete(run.key)
      if (run.kind === 'tool') effects.push(compared(compiled, run, before))
      const outcome = before?.type === run.type ? before.outcome : undefined
      if (outcome !== undefined && outcome.state !== 'running') planner.add({ ...run, outcome })
      else if (run.kind === 'code') code.push(run)
    }
    if (plan.over || plan.ready.length === 0) {
      for (const gone of known.values())
        if (gone.kind === 'tool' && (plan.over || isGone(compiled, gone)))
          effects.push(goneEffect(compiled, gone))
      return { effects, outputs: plan.outputs, failed: plan.failed?.message, open: !plan.over, code }
    }
  }
}

function compared(compiled: Compiled, run: NodeRun, before: RecordedRun | undefined): ReplayedEffect {
  const same = before?.type === run.type && canonicalJson(before.inputs) === canonicalJson(run.inputs)
  const specifier = textOf(compiled, run)
  return {
    kind: before === undefined ? 'new' : same ? 'same' : 'other',
    node: run.node,
    item: run.item,
    type: run.type,
    inputs: run.inputs,
    specifier,
    before: before === undefined || same ? undefined : textOf(compiled, before),
  }
}

/** A replay that stopped never reached the remaining nodes. */
function isGone({ byAddress }: Compiled, { node, type }: RecordedRun): boolean {
  return byAddress.get(node)?.type.type !== type
}

function goneEffect(compiled: Compiled, run: RecordedRun): ReplayedEffect {
  const { node, item, type, inputs } = run
  return { kind: 'gone', node, item, type, inputs, specifier: textOf(compiled, run) }
}

function textOf(
  { byAddress }: Compiled,
  { node, type, inputs }: Pick<RecordedRun, 'node' | 'type' | 'inputs'>,
): string {
  const here = byAddress.get(node)?.type
  return here?.kind === 'tool' && here.type === type
    ? specifierText(here.facts, inputs)
    : canonicalJson(inputs)
}
