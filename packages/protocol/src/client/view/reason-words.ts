import type { DecisionView } from '../../calls.ts'
import { modeLabel, withModeLabel } from '../../mode-words.ts'

type Decided = Pick<DecisionView, 'reason' | 'verdict'>

/** The end of the policy's reason for calls that always ask; the verdict next to it already says so. */
const ALWAYS_ASKS = /; always asks(?:, in every mode)?$/

/** Kinds of calls that a mode decides about. */
const ROWS: ReadonlyMap<string, string> = new Map([
  ['read', 'reads'],
  ['editSafe', 'edits'],
  ['write', 'changes'],
  ['execute', 'commands'],
  ['external', 'calls to other programs and services'],
])

const BY_MODE = { run: 'run', ask: 'ask', block: 'are blocked' } as const

/** Reasons that begin with a name, whose case must not change. */
const NAMED_FIRST: ReadonlySet<string> = new Set([
  'protected',
  'outside',
  'mounted',
  'linked',
  'own-files',
  'private-host',
  'hazard',
])

/** The reason as a clause, with modes by the names that people know: `edits ask in Ask mode`. */
export function reasonText({ reason, verdict }: Decided): string {
  const words = reason.sentence.replace(ALWAYS_ASKS, '')
  const mode = reason.data?.['mode']
  if (reason.because !== 'mode' && reason.because !== 'plan') return words
  // Of several parts, the sentence begins with the one that decided, which its reader sees next to it.
  const start = typeof mode === 'string' ? words.lastIndexOf(`${mode} mode`) : -1
  if (typeof mode !== 'string' || start < 0) return withModeLabel(words)
  const label = `${modeLabel(mode)} mode`
  const row = reason.because === 'mode' ? ROWS.get(String(reason.data?.['row'])) : undefined
  if (row === undefined) return label + words.slice(start + `${mode} mode`.length)
  return `${row} ${BY_MODE[verdict]} in ${label}`
}

/** The reason as a sentence. */
export function reasonSentence(decided: Decided): string {
  const { reason } = decided
  if (reason.because === 'destructive' && reason.data?.['tool'] === 'files.delete')
    return 'Deletes; always asks.'
  const text = reasonText(decided)
  const first = NAMED_FIRST.has(reason.because) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.?!…]$/.test(first) ? first : `${first}.`
}

/**
 * The single reason, if there is one: of the decision itself, or of the part that represents all parts. Null: the parts have different
 * reasons.
 */
export function oneReason(decision: DecisionView): Decided | null {
  const [first, ...others] = decision.parts
  if (first === undefined || others.length === 0) return decision
  const said = reasonText(first)
  const same = others.every((part) => part.verdict === first.verdict && reasonText(part) === said)
  return same ? first : null
}
