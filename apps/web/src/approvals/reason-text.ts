import type { ReasonView } from '@countersign/protocol'
import { modeLook } from '../composer/modes.ts'
import { sentence } from '../ui/sentence.ts'

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

/** Why, as a clause: modes are called as they are on this page. */
export function reasonText({ because, sentence: words, data }: ReasonView): string {
  const mode = because === 'mode' || because === 'plan' ? data?.['mode'] : undefined
  if (typeof mode !== 'string' || !words.startsWith(`${mode} mode`)) return words
  return `mode ${modeLook(mode).label}${words.slice(`${mode} mode`.length)}`
}

/** The same as a sentence of its own. */
export function reasonSentence(reason: ReasonView): string {
  const text = reasonText(reason)
  return NAMED_FIRST.has(reason.because) ? `${text}.` : sentence(text)
}
