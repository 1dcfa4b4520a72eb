import { buildRequest, readReply, WireError } from '@countersign/protocol'
import type { Reply, RequestParts, RouteContract } from '@countersign/protocol'
import { signedFetch } from './signed-fetch.ts'
import { texts } from './texts.ts'

/** The reply of a resource, or why there is none, in words for a person. */
export type HttpResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly message: string }

const UNREACHABLE = { ok: false, status: 0, message: texts.unreachable } as const

/** One request of a route, as its contract types it. Never throws. */
export async function call<const Contract extends RouteContract>(
  contract: Contract,
  parts: RequestParts<Contract>,
  signal: AbortSignal | null = null,
): Promise<HttpResult<Reply<Contract>>> {
  try {
    const { path, init } = buildRequest(contract, parts)
    const asPerson = contract.needs === 'person'
    const response = await signedFetch(path, { ...init, signal }, { asPerson })
    const json: unknown = await response.json()
    const { status } = response
    if (!response.ok) return { ok: false, status, message: refusal(json) }
    const value = readReply(contract, json)
    return value === undefined ? { ok: false, status, message: texts.otherVersion } : { ok: true, value }
  } catch {
    // No connection, or no JSON: either way there is no reply to read.
    return UNREACHABLE
  }
}

/** Why a request was refused, in words for a person. */
export function refusal(json: unknown): string {
  const error: unknown = typeof json === 'object' && json !== null && 'error' in json ? json.error : null
  const read = WireError.pick({ message: true }).safeParse(error)
  return read.success ? read.data.message : UNREACHABLE.message
}

/** A part of a reply; a refusal is passed on. */
export async function pick<T, Part>(
  result: Promise<HttpResult<T>>,
  part: (value: T) => Part,
): Promise<HttpResult<Part>> {
  const answer = await result
  return answer.ok ? { ok: true, value: part(answer.value) } : answer
}

/** For queries: the value, or an error with the message. */
export async function valueOf<T>(result: Promise<HttpResult<T>>): Promise<T> {
  const answer = await result
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}
