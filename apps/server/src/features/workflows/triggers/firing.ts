import { canonicalMode } from '@countersign/policy'
import type { RunSummary } from '@countersign/protocol'

/** What sets off a run. */
export interface Firing {
  /** The scheduled time or the delivery: each starts at most one run. */
  readonly key: string
  readonly startedBy: RunSummary['started_by']
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
  /** The mode of the agent whose call set it off: the run uses the stricter of both modes, and no grants. */
  readonly agentMode?: string | undefined
}

const STRICTEST_FIRST = ['plan', 'strict', 'default', 'acceptEdits', 'auto']

export function stricterMode(one: string, other: string): string {
  const rank = (mode: string) => {
    const at = STRICTEST_FIRST.indexOf(canonicalMode(mode))
    // An unknown mode is treated as one that asks.
    return at === -1 ? STRICTEST_FIRST.indexOf('default') : at
  }
  return rank(one) <= rank(other) ? canonicalMode(one) : canonicalMode(other)
}

/** Maximum number of changed paths in one firing. */
export const PATHS = 1000

/** The last firings. One that is dropped leaves its changed paths, and the agent behind it, to the first that stays. */
export function lastFirings(all: readonly Firing[], most: number): readonly Firing[] {
  const [first, ...rest] = all.slice(-most)
  if (first === undefined) return []
  return [all.slice(0, all.length - rest.length - 1).reduceRight(merged, first), ...rest]
}

function merged(kept: Firing, dropped: Firing): Firing {
  const modes = [kept.agentMode, dropped.agentMode].filter((mode) => mode !== undefined)
  const paths = [...pathsOf(dropped), ...pathsOf(kept)]
  return {
    ...kept,
    ...(modes.length === 0 ? {} : { agentMode: modes.reduce(stricterMode) }),
    ...(paths.length === 0 ? {} : { inputs: { ...kept.inputs, paths: [...new Set(paths)].slice(-PATHS) } }),
  }
}

function pathsOf({ inputs }: Firing): readonly unknown[] {
  const paths = inputs?.['paths']
  return Array.isArray(paths) ? paths : []
}
