import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { portOf, type OwnServers } from './own-servers.ts'
import { pinnedGet, type Answer, type PinnedRequest } from './pinned-get.ts'
import { pinnedSend, type SentAnswer, type SentRequest } from './pinned-send.ts'
import { systemResolver } from './system-resolver.ts'

/** Nothing was connected: egress never goes to this address. The message is for people. */
export class EgressRefused extends Error {
  readonly code = 'own_server'
}

/**
 * The only way out: every connection on behalf of an agent or its tools goes through here. The caller applies the rules; egress ensures
 * that the connection goes to the judged address, and never to one of our own servers.
 */
export interface Egress {
  /** Addresses of a host name, best first. Rejects when there are none. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>
  /** Why nothing connects there, as a sentence; undefined: no known reason. A name must still be resolved. */
  refusal(host: string, port: number): string | undefined
  /** One GET to exactly this address, without following redirects. Rejects with `EgressRefused`, or as `pinnedGet` does. */
  get(request: PinnedRequest): Promise<Answer>
  /**
   * One request of any method to exactly this address, without following redirects. Rejects with `EgressRefused`, or as `pinnedSend` does.
   */
  send(request: SentRequest): Promise<SentAnswer>
  /**
   * `fetch`. Every connection that it opens, including for redirects, is checked by the address that its name resolves to: `EgressRefused`.
   */
  readonly fetch: typeof globalThis.fetch
  close(): Promise<void>
}

export interface EgressParts {
  readonly own: Pick<OwnServers, 'refusal'>
  readonly resolve?: Egress['resolve']
}

export function openEgress({ own, resolve = systemResolver }: EgressParts): Egress {
  const agent = new Agent({ connect: judgedConnector(own, resolve) })
  return {
    resolve,
    refusal: (host, port) => own.refusal(host, port),
    async get(request) {
      refuseBoth(own, request)
      return pinnedGet(request)
    },
    async send(request) {
      refuseBoth(own, request)
      return pinnedSend(request)
    },
    async fetch(input, init) {
      try {
        const [url, more] = input instanceof Request ? [input.url, partsOf(input)] : [input, {}]
        const options = { ...more, ...init, ...(await encodedForm(init)), dispatcher: agent }
        const answer: unknown = await undiciFetch(url, options as Parameters<typeof undiciFetch>[1]) // Node's own types of the same library
        return answer as Response // from the library that Node's own is built on
      } catch (cause) {
        throw refusedBy(cause) ?? cause
      }
    },
    close: () => agent.destroy(),
  }
}

function partsOf(request: Request): RequestInit {
  const { method, headers, body, signal, redirect } = request
  return { method, headers, signal, redirect, ...(body === null ? {} : { body, duplex: 'half' }) }
}

/** This library only knows its own forms, and would send the text `[object FormData]` for one of Node's. */
async function encodedForm({ body, headers }: RequestInit = {}): Promise<RequestInit> {
  if (!(body instanceof FormData)) return {}
  const encoded = new Response(body)
  const named = new Headers(headers)
  named.set('content-type', encoded.headers.get('content-type') ?? '')
  return { body: await encoded.arrayBuffer(), headers: Object.fromEntries(named) }
}

function refuse(own: EgressParts['own'], host: string, port: number): void {
  const why = own.refusal(host, port)
  if (why !== undefined) throw new EgressRefused(why)
}

/** By the host as written, and by the address of the connection. */
function refuseBoth(own: EgressParts['own'], { url, address }: Pick<PinnedRequest, 'url' | 'address'>): void {
  for (const host of [url.hostname, address]) refuse(own, host, portOf(url))
}

/** Unwraps an error, because `fetch` wraps its cause. */
function refusedBy(cause: unknown): EgressRefused | undefined {
  for (let error = cause; error instanceof Error; error = error.cause)
    if (error instanceof EgressRefused) return error
  return undefined
}

type Connector = buildConnector.connector

/** Opens connections. It judges the host as written, and every address that the host resolves to. */
function judgedConnector(own: EgressParts['own'], resolve: Egress['resolve']): Connector {
  const byPort = new Map<number, Connector>()
  return (options, done) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    try {
      refuse(own, options.hostname, port)
    } catch (cause) {
      done(cause instanceof Error ? cause : new Error(String(cause)), null)
      return
    }
    // One for each port: it keeps the TLS sessions for resumption.
    const connect = byPort.get(port) ?? buildConnector({ lookup: judgedLookup(own, resolve, port) })
    byPort.set(port, connect)
    connect(options, done)
  }
}

/** Connects to the judged addresses without resolving the name again. One refused address refuses the name. */
function judgedLookup(own: EgressParts['own'], resolve: Egress['resolve'], port: number): LookupFunction {
  return (host, options, found) => {
    resolve(host, AbortSignal.timeout(LOOKUP_MS)).then(
      (addresses) => {
        try {
          for (const address of addresses) refuse(own, address, port)
          const judged = addresses.map((address) => ({ address, family: isIP(address) }))
          const [first] = judged
          if (first === undefined) throw new Error(`\`${host}\` has no address`)
          if (options.all === true) found(null, judged)
          else found(null, first.address, first.family)
        } catch (cause) {
          found(asError(cause), '', 4)
        }
      },
      (cause: unknown) => found(asError(cause), '', 4),
    )
  }
}

/** Milliseconds to find the addresses of a name. */
const LOOKUP_MS = 30_000

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause))
}
