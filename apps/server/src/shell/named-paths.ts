import type { Call } from '@countersign/agent'
import { compilePolicy, decide, type Place } from '@countersign/policy'

/** Nobody has said yes to anything. */
const NO_RULES = compilePolicy({ mode: 'auto', layers: [] })

/** Secrets that a command names to read: the gate asks for each of them unless a rule opens it. */
export function namedSecrets(
  { facts, specifier }: Pick<Call, 'facts' | 'specifier'>,
  place: Place,
): readonly string[] {
  return decide({ tool: facts, specifier, place }, NO_RULES).parts.flatMap(({ reason }) =>
    reason.because === 'builtin' && reason.name === '@secrets' ? [reason.target] : [],
  )
}

/**
 * Protected paths that a command names to write or remove. The gate asks for each of them in every mode unless a rule spells it: a command
 * that runs has a yes for these. What it does to others was not shown to anyone.
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
