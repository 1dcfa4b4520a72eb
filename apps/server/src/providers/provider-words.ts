import { maskContent } from '../audit/mask.ts'

/** Why a model did not answer: in our words, followed by the provider's. */
export function saysWhy(name: string, cause: unknown, status?: number): string {
  const theirs = messageOf(cause)
  const behind = [...(theirs === '' ? [] : [theirs]), ...(status === undefined ? [] : [`(${status})`])].join(
    ' ',
  )
  const ours = whatHappened(status, `${theirs} ${codesIn(cause)}`)
  return behind === '' ? `${name} ${ours}` : `${name} ${ours}: ${behind}`
}

/** The meaning of a status, or of an error without one. */
function whatHappened(status: number | undefined, text: string): string {
  if (/context.{0,20}(length|window)|too many tokens|prompt is too long|maximum context/i.test(text))
    return 'says the conversation is too long for this model; start a new chat or choose another model'
  if (/insufficient_quota|credit balance|billing/i.test(text)) return 'says the account has run out of credit'
  switch (status) {
    case undefined:
      return NETWORK.test(text) ? 'cannot be reached' : 'did not answer'
    case 401:
    case 403:
      return 'does not accept the key'
    case 404:
      return 'does not have this model'
    case 408:
    case 504:
      return 'took too long'
    case 413:
      return 'says the request is too large'
    case 429:
      return 'is limiting the rate of requests'
    case 529:
      return 'is overloaded'
    default:
      return status >= 500 ? 'has an internal error' : 'rejected the request'
  }
}

const NETWORK =
  /fetch failed|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|UND_ERR|Cannot connect/

/** Codes of an error and its causes. */
function codesIn(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return `${code} ${cause.cause === undefined ? '' : codesIn(cause.cause)}`
}

/** The error message in its author's words. Some quote the rejected key. */
export function messageOf(error: unknown): string {
  return maskContent(textOf(error))
}

function textOf(error: unknown): string {
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return typeof error === 'string' ? error : JSON.stringify(error)
}
