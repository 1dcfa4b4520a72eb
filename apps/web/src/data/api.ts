import { SignedIn, ThreadSnapshot, UserId } from '@countersign/protocol'
import type { ThreadId } from '@countersign/protocol'
import { z } from 'zod'
import { keepKey, makeKey } from './page-key.ts'

const Model = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string().default(''),
  /** The built-in model: it answers by a script, without a key. */
  demo: z.boolean().default(false),
  capabilities: z.object({ images: z.boolean().nullable().default(null) }).optional(),
})
export type Model = z.infer<typeof Model>

/** A mode that an administrator keeps people from, and what holds in its place. */
const ForbiddenMode = z.object({
  mode: z.string(),
  instead: z.string(),
  because: z.enum(['forbidden', 'set']),
})
export type ForbiddenMode = z.infer<typeof ForbiddenMode>

/** Who is looking, and at what. */
export const Me = z.object({
  user: z.object({ id: UserId, name: z.string() }),
  models: z.array(Model),
  /** Model of new chats. */
  default_model: z.string().nullable().default(null),
  workspace: z.string(),
  home: z.string().default('/home'),
  /** Folders of the gate itself: no rule opens them. */
  own: z.array(z.string()).default([]),
  /** Why commands run without the operating system's sandbox; null: they run in it. */
  no_sandbox: z.string().nullable().default(null),
  forbidden_modes: z.array(ForbiddenMode).default([]),
  version: z.string(),
})
export type Me = z.infer<typeof Me>

export type ApiError = {
  readonly code: 'unauthorized' | 'not_found' | 'unreachable' | 'unreadable' | 'insecure'
}
export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ApiError }

/** The resources of the server. Never throws. */
export interface Api {
  /** Signs this page in with a one-time code. */
  readonly signIn: (code: string) => Promise<ApiResult<null>>
  readonly me: () => Promise<ApiResult<Me>>
  readonly thread: (id: ThreadId) => Promise<ApiResult<ThreadSnapshot>>
}

type Fetcher = (path: string, init: RequestInit) => Promise<Response>

export function createApi(fetcher: Fetcher): Api {
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<ApiResult<T>> =>
    read(await ask(fetcher, path, { headers: { accept: 'application/json' } }), schema)
  return {
    async signIn(code) {
      // Browsers keep keys only where nobody on the way can change the page.
      if (!window.isSecureContext) return { ok: false, error: { code: 'insecure' } }
      const { key, publicKey } = await makeKey()
      const { kty, crv, x, y } = publicKey
      const answer = await ask(fetcher, '/api/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, public_key: { kty, crv, x, y } }),
      })
      const signedIn = await read(answer, SignedIn)
      if (!signedIn.ok) return signedIn
      await keepKey({ session: signedIn.value.session, key })
      return { ok: true, value: null }
    },
    me: () => get('/api/me', Me),
    thread: (id) => get(`/api/threads/${encodeURIComponent(id)}`, ThreadSnapshot),
  }
}

async function ask(fetcher: Fetcher, path: string, init: RequestInit): Promise<ApiResult<Response>> {
  try {
    const response = await fetcher(path, init)
    if (response.ok) return { ok: true, value: response }
    if (response.status === 401 || response.status === 403)
      return { ok: false, error: { code: 'unauthorized' } }
    return { ok: false, error: { code: response.status === 404 ? 'not_found' : 'unreachable' } }
  } catch {
    return { ok: false, error: { code: 'unreachable' } }
  }
}

async function read<T>(answer: ApiResult<Response>, schema: z.ZodType<T>): Promise<ApiResult<T>> {
  if (!answer.ok) return answer
  try {
    const parsed = schema.safeParse(await answer.value.json())
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, error: { code: 'unreadable' } }
  } catch {
    return { ok: false, error: { code: 'unreadable' } }
  }
}
