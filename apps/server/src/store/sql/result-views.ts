import type { Call } from '@countersign/agent'
import type { CallResultView } from '@countersign/protocol'
import { maskEcho, secretsIn } from '../../audit/mask.ts'

/** Most characters of a result that a card shows. */
export const PREVIEW_LIMIT = 500
/** Characters that are masked for it, so that a secret at the preview's edge is seen whole. */
const MASKED_LIMIT = 5000
/** The same before the end of a result: a private key is only recognised by its beginning. */
const MASKED_END = 20_000

/** The beginning of a call's result, or the end of a command's output, with the secrets of its arguments masked. */
export function resultPreview(
  text: string,
  { specifierText, facts }: Pick<Call, 'specifierText' | 'facts'>,
): string {
  const secrets = secretsIn(specifierText)
  // The end of a command's output says whether it succeeded.
  return facts.kind === 'shell'
    ? maskEcho(text.slice(-MASKED_END), secrets).slice(-PREVIEW_LIMIT)
    : maskEcho(text.slice(0, MASKED_LIMIT), secrets).slice(0, PREVIEW_LIMIT)
}

/** Maximum length of a summary, which shares one line with the call's name. */
const SUMMARY_LIMIT = 120

export function summaryView(summary: string, specifier: string): string {
  return maskEcho(summary.slice(0, MASKED_LIMIT), secretsIn(specifier)).slice(0, SUMMARY_LIMIT)
}

/** Maximum number of characters of a result in one reply. */
const RESULT_LIMIT = 200_000

/** Characters beyond them that are examined too, so that a secret at the limit is seen whole. */
const BEYOND_LIMIT = 8192
/** Longest word that is omitted rather than cut. */
const WORD_LIMIT = 1000

/** A call's result up to the limit, with the secrets of its arguments masked. */
export function resultView(text: string, specifier: string): CallResultView {
  const secrets = secretsIn(specifier)
  const beyond = Math.max(BEYOND_LIMIT, ...secrets.map((secret) => secret.length))
  const masked = maskEcho(text.slice(0, RESULT_LIMIT + beyond), secrets)
  // A cut text may end within a secret, so its last part is never shown.
  const known = text.length > RESULT_LIMIT + beyond ? masked.length - beyond : masked.length
  const end = Math.max(0, Math.min(RESULT_LIMIT, known))
  return {
    text: text.length > RESULT_LIMIT && end < masked.length ? cutAt(masked, end) : masked,
    chars: text.length,
  }
}

/** A text up to a position, or up to the word that this position would cut. */
function cutAt(text: string, end: number): string {
  // From the end, because a pattern would restart at every character of a long word.
  for (let at = end; at > Math.max(0, end - WORD_LIMIT); at -= 1)
    if (BLANK.test(text.charAt(at - 1))) return text.slice(0, at)
  const half = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, half ? end - 1 : end)
}

const BLANK = /\s/
