import type { DecisionView } from '@countersign/protocol'
import { modeLook } from '../modes/modes.ts'
import { sentence } from '../../ui/sentence.ts'
import { reasonTexts } from './reason-texts.ts'

/** Reasons that begin with a name, which stays as it is written. */
const NAMED_FIRST: ReadonlySet<string> = new Set([
  'protected',
  'outside',
  'mounted',
  'linked',
  'own-files',
  'private-host',
  'hazard',
])

type Decided = Pick<DecisionView, 'reason' | 'verdict'>

/** Why, as a clause: modes are called as they are on this page, and what the card says at its top is not said again. */
export function reasonText({ reason, verdict }: Decided): string {
  const words = reason.sentence.replace(reasonTexts.alwaysAsks, '')
  const mode = reason.data?.['mode']
  if (reason.because !== 'mode' && reason.because !== 'plan') return words
  if (typeof mode !== 'string' || !words.startsWith(`${mode} mode`)) return words
  const { label } = modeLook(mode)
  const row = reason.because === 'mode' ? reasonTexts.rows.get(String(reason.data?.['row'])) : undefined
  if (row === undefined) return `${label} mode${words.slice(`${mode} mode`.length)}`
  return reasonTexts.byMode[verdict](row, label)
}

/** The same as a sentence of its own. */
export function reasonSentence(decided: Decided): string {
  const { reason } = decided
  if (reason.because === 'destructive' && reason.data?.['tool'] === 'files.delete') return reasonTexts.deletes
  const text = reasonText(decided)
  return NAMED_FIRST.has(reason.because) ? `${text}.` : sentence(text)
}
