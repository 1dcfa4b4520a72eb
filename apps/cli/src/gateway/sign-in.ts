import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { fileSignIn, type McpOAuth } from '@countersign/server/mcp-sign-in'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VERSION } from '../version.ts'

export interface SignInParts {
  readonly url: URL
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly fetch: (address: string | URL, init?: RequestInit) => Promise<Response>
  newState(): string
  /** Tells the person where to sign in. */
  show(address: string): void
  /** Milliseconds that the person has for it. */
  readonly patienceMs: number
}

/** Path of the page to which the person returns. */
const BACK = '/signed-in'

/** The stored sign-in at this server: a person creates it, a gateway uses it. */
async function keptSignIn(
  { url, home, env, newState }: Pick<SignInParts, 'url' | 'home' | 'env' | 'newState'>,
  redirectUrl: string,
): Promise<McpOAuth> {
  const kept = await fileSignIn({ home, env, server: url.href, redirectUrl: () => redirectUrl, newState })
  if (!kept.ok) throw new Error(kept.message)
  return kept.oauth
}

/** For a gateway; undefined: nobody has signed in. It renews expired tokens and never starts a sign-in. */
export async function signedIn(
  parts: Pick<SignInParts, 'url' | 'home' | 'env' | 'newState'>,
): Promise<McpOAuth | undefined> {
  const oauth = await keptSignIn(parts, `http://127.0.0.1${BACK}`)
  return (await oauth.tokens()) === undefined ? undefined : oauth
}

export async function signOut(parts: Pick<SignInParts, 'url' | 'home' | 'env' | 'newState'>): Promise<void> {
  const oauth = await keptSignIn(parts, `http://127.0.0.1${BACK}`)
  await oauth.forget()
}

/** Lets a person sign in with a browser on this machine (authorization code with PKCE). False: the server does not require it. */
export async function signIn(parts: SignInParts): Promise<boolean> {
  const back = await wayBack()
  try {
    const oauth = await keptSignIn(parts, back.address)
    await oauth.forget()
    const transport = () =>
      new StreamableHTTPClientTransport(parts.url, { authProvider: oauth, fetch: parts.fetch })
    const first = transport()
    if (await connects(first)) return false
    const { address } = oauth
    if (address === undefined) throw new Error('it requires a sign-in but does not say where')
    const answer = back.answer(await oauth.expected, parts.patienceMs)
    parts.show(address.href)
    await first.finishAuth(await answer)
    if (!(await connects(transport()))) throw new Error('it does not accept the sign-in')
    return true
  } finally {
    back.close()
  }
}

/** False: a person must sign in first. */
async function connects(transport: StreamableHTTPClientTransport): Promise<boolean> {
  const client = new Client({ name: 'countersign', version: VERSION })
  try {
    await client.connect(transport)
    await client.close()
    return true
  } catch (cause) {
    if (cause instanceof UnauthorizedError) return false
    throw cause
  }
}

interface WayBack {
  readonly address: string
  /** The person's return from signing in. Requests without the secret of this sign-in are ignored. */
  answer(state: string | undefined, patienceMs: number): Promise<URLSearchParams>
  close(): void
}

async function wayBack(): Promise<WayBack> {
  let heard: (answer: URLSearchParams) => boolean = () => false
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const taken = request.method === 'GET' && pathname === BACK && heard(searchParams)
    response
      .writeHead(taken ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(taken ? 'Back at Countersign. You can close this page.\n' : 'There is nothing here.\n')
  })
  const port = await listen(server)
  return {
    address: `http://127.0.0.1:${port}${BACK}`,
    answer: (state, patienceMs) =>
      new Promise((answered, failed) => {
        const timer = setTimeout(() => failed(new Error('nobody signed in in time')), patienceMs)
        heard = (answer) => {
          if (state === undefined || answer.get('state') !== state) return false
          clearTimeout(timer)
          if (answer.has('code')) answered(answer)
          else failed(new Error(`sign-in was refused: ${answer.get('error') ?? 'no reason was given'}`))
          return true
        }
      }),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((listening, failed) => {
    server.on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // it listens on a port
      listening(port)
    })
  })
}
