import { buildRequest, operationsRoutes, readReply, sessionRoutes, threadRoutes } from '@countersign/protocol'
import type { CapabilitiesView, Me, ModelView, Reply, RequestParts } from '@countersign/protocol'
import type { RouteContract, ThreadId, ThreadSnapshot } from '@countersign/protocol'
import { keepKey, makeKey } from './page-key.ts'

export type { ForbiddenMode, Me } from '@countersign/protocol'

/** The page's information about a model; for one that is no longer offered only its id is known. */
export type Model = Pick<ModelView, 'id' | 'name' | 'provider' | 'demo'> &
  Partial<Pick<ModelView, 'context_window' | 'price'>> & {
    readonly capabilities?: Pick<CapabilitiesView, 'images' | 'reasoning'>
  }

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
  const call = async <const Contract extends RouteContract>(
    contract: Contract,
    parts: RequestParts<Contract>,
  ): Promise<ApiResult<Reply<Contract>>> => {
    const { path, init } = buildRequest(contract, parts)
    const headers = { accept: 'application/json', ...init.headers }
    const answer = await ask(fetcher, path, { ...init, headers })
    return answer.ok ? read(answer.value, contract) : answer
  }
  return {
    async signIn(code) {
      // Browsers keep keys only where nobody on the network can change the page.
      if (!window.isSecureContext) return { ok: false, error: { code: 'insecure' } }
      const { key, publicKey } = await makeKey()
      const { x = '', y = '' } = publicKey
      const signedIn = await call(sessionRoutes.signIn, {
        body: { code, public_key: { kty: 'EC', crv: 'P-256', x, y } },
      })
      if (!signedIn.ok) return signedIn
      await keepKey({ session: signedIn.value.session, key })
      return { ok: true, value: null }
    },
    me: () => call(operationsRoutes.me, {}),
    thread: (id) => call(threadRoutes.snapshot, { params: { id } }),
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

async function read<const Contract extends RouteContract>(
  response: Response,
  contract: Contract,
): Promise<ApiResult<Reply<Contract>>> {
  const unreadable = { ok: false, error: { code: 'unreadable' } } as const
  try {
    const value = readReply(contract, await response.json())
    return value === undefined ? unreadable : { ok: true, value }
  } catch {
    return unreadable
  }
}
