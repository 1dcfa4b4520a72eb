import { z } from 'zod'
import { signedFetch } from './signed-fetch.ts'
import { texts } from './texts.ts'

/** What a resource answered, or why it did not, in words for a person. */
export type HttpResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly message: string }

const Refusal = z.object({ error: z.object({ message: z.string() }) })
const UNREACHABLE = { ok: false, status: 0, message: texts.unreachable } as const

/** Asks for a resource. Never throws. */
export async function httpGet<T>(
  path: string,
  schema: z.ZodType<T>,
  signal: AbortSignal | null = null,
): Promise<HttpResult<T>> {
  return request(path, { signal }, schema)
}

/** Changes a resource. Never throws. */
export async function httpSend<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  schema: z.ZodType<T>,
): Promise<HttpResult<T>> {
  const content =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return request(path, { method, ...content }, schema)
}

/** Sends a file as it is, with its media type. Never throws. */
export async function httpUpload<T>(path: string, file: File, schema: z.ZodType<T>): Promise<HttpResult<T>> {
  return request(path, { method: 'POST', headers: { 'content-type': file.type }, body: file }, schema)
}

async function request<T>(path: string, init: RequestInit, schema: z.ZodType<T>): Promise<HttpResult<T>> {
  try {
    const response = await signedFetch(path, init)
    const body: unknown = await response.json()
    if (!response.ok) {
      const refusal = Refusal.safeParse(body)
      return {
        ok: false,
        status: response.status,
        message: refusal.success ? refusal.data.error.message : UNREACHABLE.message,
      }
    }
    const parsed = schema.safeParse(body)
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, status: response.status, message: texts.otherVersion }
  } catch {
    // No line, or no JSON: either way there is no answer to read.
    return UNREACHABLE
  }
}

/** For queries: the value, or an error with the words. */
export async function valueOf<T>(result: Promise<HttpResult<T>>): Promise<T> {
  const answer = await result
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}
