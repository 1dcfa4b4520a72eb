import type { Call } from '@countersign/agent'
import { compilePolicy, decide, type Place } from '@countersign/policy'

/** Nobody has allowed anything. */
const NO_RULES = compilePolicy({ mode: 'auto', layers: [] })

/** Secrets that a command names for reading: the gate asks for each unless a rule opens it. */
export function namedSecrets(
  { facts, specifier }: Pick<Call, 'facts' | 'specifier'>,
  place: Place,
): readonly string[] {
  return decide({ tool: facts, specifier, place }, NO_RULES).parts.flatMap(({ reason }) =>
    reason.because === 'builtin' && reason.name === '@secrets' ? [reason.target] : [],
  )
}

/**
 * Protected paths that a command names for writing or removal. The gate asks for each in every mode unless a rule spells it out, so a
 * running command has a yes for these. Its changes to others were not shown to anyone.
 */
export function coveredBy(
  { facts, specifier }: Pick<Call, 'facts' | 'specifier'>,
  place: Place,
): readonly string[] {
  const { parts } = decide({ tool: facts, specifier, place }, NO_RULES)
  return parts.flatMap(({ label, reason }) => {
    if (label.startsWith('reads ')) return []
    if (reason.because === 'protected' || reason.because === 'own-files') return [reason.path]
    return reason.because === 'builtin' && reason.name === '@secrets' ? [reason.target] : []
  })
}
