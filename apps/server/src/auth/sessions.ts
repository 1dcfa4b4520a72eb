import type { Clock } from '@countersign/agent'
import type { SessionView, UserId } from '@countersign/protocol'
import {
  createHash,
  createPublicKey,
  randomBytes,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import type { SettingsStore } from '../settings/ports.ts'
import { seal, unseal } from './sealed.ts'

/**
 * Who is signed in. A page holds a private key that cannot leave its browser's storage, where the port counts; the server holds the
 * public half. What the page is handed (a token for reading, a ticket for a socket) lives for minutes at most.
 */
export interface Sessions {
  /** A code for the printed address: it signs in one page or terminal, within ten minutes. */
  newCode(): Promise<string>
  /** Undefined: the code is wrong, spent or too old, or the key is none. */
  signInPage(code: string, page: NewPage): Promise<NewSession | undefined>
  /** Undefined: the code is wrong, spent or too old. The secret is told once. */
  signInTerminal(code: string, name: string): Promise<(NewSession & { readonly secret: string }) | undefined>
  /** The session of a terminal's secret. */
  terminal(secret: string): Promise<SessionView | undefined>
  /** A text to sign. It proves that a signature is fresh. */
  newNonce(): string
  /** The session that signed this request, or undefined. Each nonce counts once. */
  signer(signed: Signed, request: string): Promise<SessionView | undefined>
  /** A token for reading, for a few minutes. */
  newAccess(session: string): string
  /** The live session that an access token belongs to. */
  byAccess(access: string): Promise<SessionView | undefined>
  /** Opens one socket, within half a minute. */
  newTicket(session: string): Promise<string>
  byTicket(ticket: string): Promise<SessionView | undefined>
  /** False once it was revoked or has expired. */
  isLive(session: string): Promise<boolean>
  list(): Promise<readonly SessionView[]>
  /** False: there is no such session. */
  revoke(session: string): Promise<boolean>
  /** Revokes what was signed in at a port that another program holds: a page of that program can use the key. */
  revokePort(port: number): Promise<number>
  /** Forgets codes, tickets and sessions that are over. */
  prune(): Promise<void>
}

export interface NewPage {
  readonly key: JsonWebKey
  readonly origin: string
  readonly agent: string
}

export interface NewSession {
  readonly session: string
  readonly expiresAt: number
}

/** A signature as it comes with a request. */
export interface Signed {
  readonly session: string
  readonly nonce: string
  readonly signature: string
}

export interface SessionsParts {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly user: UserId
  /** Known to every process of the data folder, and to nobody else. */
  readonly secret: string
}

const MINUTE = 60_000
const CODE_LIFE = 10 * MINUTE
const NONCE_LIFE = MINUTE
const ACCESS_LIFE = 5 * MINUTE
const TICKET_LIFE = MINUTE / 2
const SESSION_LIFE = 30 * 24 * 60 * MINUTE
/** The last use of a session is written at most this often. */
const USE_EVERY = 10 * MINUTE

/** Scope of codes and tickets, each by the hash of its text. */
const SCOPE = 'sign-in'
const SESSION = 'session:'

const Stored = z.object({
  kind: z.enum(['page', 'terminal']),
  /** A page's public key. */
  key: z.record(z.string(), z.unknown()).optional(),
  /** The hash of a terminal's secret. */
  secret: z.string().optional(),
  origin: z.string(),
  agent: z.string(),
  created_at: z.number(),
  used_at: z.number(),
  expires_at: z.number(),
})
type Stored = z.infer<typeof Stored>
const Pass = z.object({ expires_at: z.number(), session: z.string().optional() })

export function openSessions({ settings, clock, user, secret }: SessionsParts): Sessions {
  const spent = new Map<string, number>()

  async function find(session: string): Promise<Stored | undefined> {
    const stored = Stored.safeParse(await settings.get(user, SESSION + session))
    return stored.success && stored.data.expires_at > clock.now() ? stored.data : undefined
  }

  async function used(session: string): Promise<SessionView | undefined> {
    const stored = await find(session)
    if (stored === undefined) return undefined
    if (stored.used_at + USE_EVERY < clock.now())
      await settings.set(user, SESSION + session, { ...stored, used_at: clock.now() })
    return viewOf(session, stored)
  }

  async function begin(
    what: Pick<Stored, 'kind' | 'key' | 'secret' | 'origin' | 'agent'>,
  ): Promise<NewSession> {
    const session = randomBytes(12).toString('hex')
    const now = clock.now()
    const stored: Stored = { ...what, created_at: now, used_at: now, expires_at: now + SESSION_LIFE }
    const { kind, origin, agent } = what
    await settings.set(user, SESSION + session, stored, {
      user,
      kind: 'signed_in',
      data: { session, kind, origin, agent },
    })
    return { session, expiresAt: stored.expires_at }
  }

  async function newPass(life: number, session?: string): Promise<string> {
    const text = randomBytes(24).toString('base64url')
    const expires_at = clock.now() + life
    await settings.set(SCOPE, hashOf(text), { expires_at, ...(session === undefined ? {} : { session }) })
    return text
  }

  /** Removing is what spends it: of two that come at once, one finds it. */
  async function takePass(text: string): Promise<z.infer<typeof Pass> | undefined> {
    const name = hashOf(text)
    const pass = Pass.safeParse(await settings.get(SCOPE, name))
    if (!pass.success || !(await settings.remove(SCOPE, name))) return undefined
    return pass.data.expires_at > clock.now() ? pass.data : undefined
  }

  /** A ticket is no code: it signs nothing in. */
  const takeCode = async (code: string) => {
    const pass = await takePass(code)
    return pass !== undefined && pass.session === undefined
  }

  function spend(nonce: string): boolean {
    const now = clock.now()
    for (const [old, until] of spent) if (until <= now) spent.delete(old)
    const [expires] = unseal(secret, 'nonce', nonce) ?? []
    const until = Number(expires)
    if (expires === undefined || until <= now || spent.has(nonce)) return false
    spent.set(nonce, until)
    return true
  }

  async function sessionIds(): Promise<readonly string[]> {
    const names = [...(await settings.all(user)).keys()]
    return names.filter((name) => name.startsWith(SESSION)).map((name) => name.slice(SESSION.length))
  }

  const revoke = (session: string) =>
    settings.remove(user, SESSION + session, { user, kind: 'signed_out', data: { session } })

  return {
    newCode: () => newPass(CODE_LIFE),
    async signInPage(code, { key, origin, agent }) {
      if (publicKey(key) === undefined || !(await takeCode(code))) return undefined
      const { kty, crv, x, y } = key
      return begin({ kind: 'page', key: { kty, crv, x, y }, origin, agent: agent.slice(0, 300) })
    },
    async signInTerminal(code, name) {
      if (!(await takeCode(code))) return undefined
      const own = randomBytes(24).toString('base64url')
      const begun = await begin({ kind: 'terminal', secret: hashOf(own), origin: name, agent: '' })
      return { ...begun, secret: `${begun.session}.${own}` }
    },
    async terminal(given) {
      const [session = '', own = ''] = given.split('.')
      const stored = await find(session)
      return stored?.kind === 'terminal' && stored.secret === hashOf(own) ? used(session) : undefined
    },
    newNonce: () =>
      seal(secret, 'nonce', [String(clock.now() + NONCE_LIFE), randomBytes(12).toString('hex')]),
    async signer({ session, nonce, signature }, request) {
      const key = publicKey((await find(session))?.key ?? {})
      if (key === undefined || !isSigned(key, `${request}\n${nonce}`, signature)) return undefined
      return spend(nonce) ? used(session) : undefined
    },
    newAccess: (session) => seal(secret, 'access', [session, String(clock.now() + ACCESS_LIFE)]),
    async byAccess(access) {
      const [session, expires] = unseal(secret, 'access', access) ?? []
      return session !== undefined && Number(expires) > clock.now() ? used(session) : undefined
    },
    newTicket: (session) => newPass(TICKET_LIFE, session),
    async byTicket(ticket) {
      const session = (await takePass(ticket))?.session
      return session === undefined ? undefined : used(session)
    },
    isLive: async (session) => (await find(session)) !== undefined,
    async list() {
      const stored = await Promise.all(
        (await sessionIds()).map(async (session) => [session, await find(session)] as const),
      )
      const views = stored.flatMap(([session, one]) => (one === undefined ? [] : [viewOf(session, one)]))
      return views.toSorted((a, b) => b.used_at - a.used_at)
    },
    revoke,
    async revokePort(port) {
      let revoked = 0
      for (const { id, kind, origin } of await this.list())
        if (kind === 'page' && portOf(origin) === port && (await revoke(id))) revoked += 1
      return revoked
    },
    async prune() {
      for (const [name, value] of await settings.all(SCOPE)) {
        const pass = Pass.safeParse(value)
        if (!pass.success || pass.data.expires_at <= clock.now()) await settings.remove(SCOPE, name)
      }
      for (const session of await sessionIds())
        if ((await find(session)) === undefined) await settings.remove(user, SESSION + session)
    },
  }
}

function viewOf(id: string, { kind, origin, agent, created_at, used_at, expires_at }: Stored): SessionView {
  return { id, kind, origin, agent, created_at, used_at, expires_at }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The public half of an ECDSA key on P-256; undefined: it is no such key. */
function publicKey(key: JsonWebKey | Readonly<Record<string, unknown>>): KeyObject | undefined {
  const { kty, crv, x, y } = key
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return undefined
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  } catch {
    // The point is not on the curve, or the text is no number.
    return undefined
  }
}

function isSigned(key: KeyObject, text: string, signature: string): boolean {
  // Browsers sign as two numbers side by side, not as DER.
  const form = { key, dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(text), form, Buffer.from(signature, 'base64url'))
}

function portOf(origin: string): number {
  const { port, protocol } = new URL(origin)
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
