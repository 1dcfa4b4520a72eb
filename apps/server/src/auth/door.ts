import type { ErrorCode, SessionView, UserId } from '@countersign/protocol'
import { readBearer, sameOrigin, type RequestHeaders } from './guard.ts'
import type { Ends, LookAtPeer } from './peer.ts'
import type { Sessions } from './sessions.ts'
import { sameSecret } from './token.ts'

/** The caller of a request: a person, and how they came in. */
export type Caller = { readonly user: UserId } & CameBy

type CameBy =
  /** A signed-in page; `signed`: this request carries its signature. */
  | { readonly kind: 'page'; readonly session: SessionView; readonly signed: boolean }
  /** The process that hosts the server, such as a command. */
  | { readonly kind: 'host' }
  /** A program with the token file; `terminal`: a person signed that terminal in. */
  | { readonly kind: 'token'; readonly terminal: boolean }

type PageCaller = Extract<CameBy, { readonly kind: 'page' }>

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
}

/** The parts of a request that identify its caller. */
export interface Knock {
  readonly headers: RequestHeaders
  /** Method and path, as a page signs them. */
  readonly request: string
  /** From the URL of a socket. */
  readonly ticket?: string | undefined
}

/** Identifies callers, and decides whether they may act as a person. */
export interface Door {
  /** Undefined: an unknown caller. */
  caller(knock: Knock): Promise<Caller | undefined>
  /** Why this caller may not act as a person on this connection, now; undefined: they may. */
  personProblem(caller: Caller, ends: Ends, act: string): Promise<Refusal | undefined>
}

export interface DoorParts {
  /** The owner of this machine: every known caller acts for them. */
  readonly person: UserId
  readonly sessions: Sessions
  /** The content of the token file. */
  readonly token: string
  /** Known only to this process, never stored. */
  readonly hostKey: string
  readonly lookAtPeer: LookAtPeer
  /** Process ids of our servers on this machine. */
  servers(): Promise<ReadonlySet<number>>
  /** Leaders of the terminals that a person opened here. */
  persons(): ReadonlySet<number>
  /** Records that a process started by one of our servers tried to act as a person. */
  refused(user: UserId, act: string, pid: number): Promise<void>
}

export function openDoor(parts: DoorParts): Door {
  const { sessions } = parts

  async function page({ headers, request, ticket }: Knock): Promise<PageCaller | undefined> {
    if (ticket !== undefined) {
      const session = await sessions.byTicket(ticket)
      return session && { kind: 'page', session, signed: true }
    }
    const signature = readSignature(headers.signature)
    if (signature !== undefined) {
      const session = await sessions.signer(signature, request)
      return session && { kind: 'page', session, signed: true }
    }
    const access = readBearer(headers.authorization)
    const session = access === undefined ? undefined : await sessions.byAccess(access)
    return session && { kind: 'page', session, signed: false }
  }

  async function cameBy(knock: Knock): Promise<CameBy | undefined> {
    const bearer = readBearer(knock.headers.authorization)
    if (bearer !== undefined && sameSecret(bearer, parts.hostKey)) return { kind: 'host' }
    if (bearer !== undefined && sameSecret(bearer, parts.token)) {
      const { terminal } = knock.headers
      return {
        kind: 'token',
        terminal: terminal !== undefined && (await sessions.terminal(terminal)) !== undefined,
      }
    }
    const caller = await page(knock)
    // A key is valid only for the origin that made it: another port serves another program's page.
    return caller === undefined || !sameOrigin(knock.headers, caller.session.origin) ? undefined : caller
  }

  return {
    async caller(knock) {
      const by = await cameBy(knock)
      return by && { user: parts.person, ...by }
    },
    async personProblem(caller, ends, act) {
      switch (caller.kind) {
        case 'host':
          return undefined
        case 'page':
          if (!caller.signed) return UNSIGNED
          return (await sessions.isLive(caller.session.id)) ? undefined : SIGNED_OUT
        case 'token': {
          const peer = await parts.lookAtPeer(ends, await parts.servers(), parts.persons())
          if (peer.kind === 'ours') {
            await parts.refused(caller.user, act, peer.pid)
            return ours(peer.pid)
          }
          if (peer.kind === 'gone') return GONE
          return peer.kind === 'stranger' || caller.terminal ? undefined : UNSEEN
        }
      }
    },
  }
}

/** `session.nonce….signature`: the nonce itself contains dots. */
function readSignature(header: string | undefined) {
  const parts = header?.split('.') ?? []
  const [session, ...rest] = parts
  const signature = rest.pop()
  return session === undefined || signature === undefined
    ? undefined
    : { session, nonce: rest.join('.'), signature }
}

const UNSIGNED: Refusal = { code: 'person_needed', message: 'this needs the signature of a signed-in page' }
const SIGNED_OUT: Refusal = {
  code: 'unauthorized',
  message: 'this page was signed out; run `countersign open` and open the address that it prints',
}
const UNSEEN: Refusal = {
  code: 'terminal_code_needed',
  message:
    'only a person can do this, and the server cannot see which program is asking; run `countersign sign-in` with a code from the page (Settings, Signed in)',
}

const GONE: Refusal = {
  code: 'person_needed',
  message:
    'only a person can do this, and the program that asked disconnected before the server could identify it',
}

function ours(pid: number): Refusal {
  return {
    code: 'person_needed',
    message: `only a person can do this: the request came from process ${pid}, which a Countersign server started`,
  }
}
