import { WebSocket } from 'ws'

/** A page that signs in with a code and signs its requests, like the web app. */
export interface TestPage {
  readonly session: string
  /** A request of the page: signed, unless it only reads. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** The value of the signature header for a request, with a fresh nonce. */
  signature(method: string, path: string, nonce?: string): Promise<string>
  access(): Promise<string>
  /** Resolves with an open socket, or with the status of the refusal. */
  socket(ticket?: string): Promise<WebSocket | number>
  ticket(): Promise<string>
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const

export async function nonceOf(origin: string): Promise<string> {
  const { nonce } = (await (await fetch(`${origin}/api/session/nonce`)).json()) as { nonce: string } // our own route
  return nonce
}

/** Signs in with the code of a printed address; rejects with the status of a refusal. */
export async function signInPage(address: string, origin = new URL(address).origin): Promise<TestPage> {
  const code = address.split('#code=')[1] ?? ''
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code, public_key: { kty, crv, x, y } }),
  })
  if (!answer.ok) throw new Error(String(answer.status))
  const { session } = (await answer.json()) as { session: string } // our own route

  async function signature(method: string, path: string, nonce?: string): Promise<string> {
    const fresh = nonce ?? (await nonceOf(origin))
    const text = new TextEncoder().encode(`${method} ${path}\n${fresh}`)
    const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text)
    return `${session}.${fresh}.${Buffer.from(signed).toString('base64url')}`
  }

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET'
    const own =
      method === 'GET'
        ? { authorization: `Bearer ${await access()}` }
        : { origin, 'countersign-signature': await signature(method, path) }
    return fetch(`${origin}${path}`, { ...init, headers: { ...own, ...init.headers } })
  }

  async function access(): Promise<string> {
    const given: unknown = await (await request('/api/session/access', { method: 'POST' })).json()
    return (given as { access: string }).access // our own route
  }

  async function ticket(): Promise<string> {
    const given: unknown = await (await request('/api/session/ticket', { method: 'POST' })).json()
    return (given as { ticket: string }).ticket // our own route
  }

  return {
    session,
    request,
    signature,
    access,
    ticket,
    async socket(given) {
      const url = `${origin.replace('http', 'ws')}/ws?ticket=${given ?? (await ticket())}`
      const socket = new WebSocket(url, { headers: { origin } })
      return new Promise((opened, failed) => {
        socket.once('open', () => opened(socket))
        socket.once('unexpected-response', (_request, response) => opened(response.statusCode ?? 0))
        socket.once('error', failed)
      })
    },
  }
}
