import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  StreamableHTTPClientTransport,
  SdkHttpError,
  UnauthorizedError,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import type { Side } from './gateway.ts'
import { fetchWith, type ServerHeaders } from './headers.ts'
import { nameOfAddress, nameOfCommand } from './server-name.ts'
import { signedIn } from './sign-in.ts'

/** The server behind a gateway. */
export interface Behind {
  readonly side: Side
  /** Its default name in rules. */
  readonly name: string
  /** Milliseconds that it has to answer the first request. A command may have to be downloaded first, so it has no limit. */
  readonly answerMs?: number
  /** Removes secrets from a text. */
  hide(text: string): string
}

/** Milliseconds that a server over HTTP has to answer the first request. */
const ANSWER_MS = 20_000

export function commandBehind(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Behind {
  const [program = '', ...args] = command
  return {
    side: sideOf(new StdioClientTransport({ command: program, args, env: stringsOf(env) })),
    name: nameOfCommand(command, cwd),
    hide: (text) => text,
  }
}

/** The address of a server, as a person typed it. */
export function readAddress(text: string): { readonly address: URL } | { readonly error: string } {
  const address = URL.parse(text)
  if (address === null || !/^https?:$/.test(address.protocol))
    return { error: '`--url` takes an address that begins with http:// or https://' }
  if (address.username !== '' || address.password !== '')
    return { error: 'no names and passwords in `--url`; give them with `--header-env`' }
  return { address }
}

/** A server over HTTP, with headers or a sign-in from its person. */
export async function serverAt(parts: {
  readonly url: URL
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  readonly headers: ServerHeaders
  newState(): string
}): Promise<Behind & { readonly fetch: ReturnType<typeof fetchWith> }> {
  const { url, home, headers } = parts
  // Loaded on demand: a server on stdio does not need it.
  const { egressOf } = await import('@countersign/server/egress')
  // Nothing leads back into the gate: its own server cannot be the upstream server.
  const sending = fetchWith(headers, url, egressOf(home).fetch)
  // A header from the person takes precedence over stored credentials.
  const oauth = headers.headers.has('authorization') ? undefined : await signedIn(parts)
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: sending,
    ...(oauth === undefined ? {} : { authProvider: oauth }),
  })
  const side = sideOf(transport)
  return {
    side: {
      ...side,
      send: (message) =>
        side.send(message).catch((cause: unknown) => {
          throw new Error(headers.hide(inWords(cause)))
        }),
    },
    name: nameOfAddress(url),
    answerMs: ANSWER_MS,
    hide: (text) => headers.hide(text),
    fetch: sending,
  }
}

/** A transport of the library as one that passes messages through unread. */
export function sideOf(transport: Transport): Side {
  return {
    start({ message, closed, failed }) {
      Object.assign(transport, { onmessage: message, onclose: closed, onerror: failed })
      return transport.start()
    },
    send: (message) => transport.send(message as unknown as JSONRPCMessage), // the other transport sent it as one
    close: () => transport.close(),
    agreedOn: (version) => transport.setProtocolVersion?.(version),
  }
}

/** Longest error text of a server, in characters: a wrong address often answers with a whole page. */
const ERROR_LIMIT = 300

function inWords(cause: unknown): string {
  if (cause instanceof UnauthorizedError || (cause instanceof SdkHttpError && cause.status === 401))
    return 'it requires a sign-in; run `countersign mcp` with the same `--url` and `--sign-in`, or give a header with `--header-env`'
  if (!(cause instanceof Error)) return String(cause)
  const status = cause instanceof SdkHttpError ? `HTTP ${cause.status}: ` : ''
  const code = cause.cause instanceof Error && 'code' in cause.cause ? ` (${String(cause.cause.code)})` : ''
  return `${status}${cause.message.slice(0, ERROR_LIMIT)}${code}`
}

function stringsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
