import type { Clock } from '@countersign/agent'
import type { SessionView, UserId } from '@countersign/protocol'
import { createPublicKey, randomBytes, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { SettingsStore } from '../settings/ports.ts'
import { portOf } from '../platform/egress/own-servers.ts'
import { hashOf, openPasses, type Passes } from './passes.ts'
import { seal, unseal } from './sealed.ts'

/**
 * Signed-in pages and terminals. A page holds a private key that cannot be exported, in storage that is separate for each port; the server
 * has the public half. The page's other credentials (an access token, a socket ticket) live for minutes at most.
 */
export interface Sessions {
  /** A code for the printed address: it signs in one page or terminal, within ten minutes. */
  newCode(): Promise<string>
  /** Undefined: the code is wrong, spent or expired, or the key is invalid. */
  signInPage(code: string, page: NewPage): Promise<NewSession | undefined>
  /** Undefined: the code is wrong, spent or expired. The secret is returned only here. */
  signInTerminal(code: string, name: string): Promise<(NewSession & { readonly secret: string }) | undefined>
  /** The session of a terminal's secret. */
  terminal(secret: string): Promise<SessionView | undefined>
  /** A text to sign, which proves that a signature is fresh. */
  newNonce(): string
  /** The session that signed this request, or undefined. Each nonce is valid once. */
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
  /** Revokes the sessions of a port that another program now holds, because that program's page can use their keys. */
  revokePort(port: number): Promise<number>
  /** Deletes expired codes, tickets and sessions. */
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

/** The signature of a request. */
export interface Signed {
  readonly session: string
  readonly nonce: string
  readonly signature: string
}

export interface SessionsParts {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly user: UserId
  /** Shared only by the processes of the data folder. */
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

export const SESSION = 'session:'

export const StoredSession = z.object({
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
type StoredSession = z.infer<typeof StoredSession>

export function openSessions(parts: SessionsParts): Sessions {
  return new StoredSessions(parts)
}

class StoredSessions implements Sessions {
  readonly #parts: SessionsParts
  readonly #passes: Passes
  /** Used nonces, until they expire. */
  readonly #spent = new Map<string, number>()

  constructor(parts: SessionsParts) {
    this.#parts = parts
    this.#passes = openPasses(parts.settings, parts.clock)
  }

  newCode(): Promise<string> {
    return this.#passes.make(CODE_LIFE)
  }

  async signInPage(code: string, { key, origin, agent }: NewPage): Promise<NewSession | undefined> {
    if (publicKey(key) === undefined || !(await this.#takeCode(code))) return undefined
    const { kty, crv, x, y } = key
    return this.#begin({ kind: 'page', key: { kty, crv, x, y }, origin, agent: agent.slice(0, 300) })
  }

  async signInTerminal(code: string, name: string): ReturnType<Sessions['signInTerminal']> {
    if (!(await this.#takeCode(code))) return undefined
    const own = randomBytes(24).toString('base64url')
    const begun = await this.#begin({ kind: 'terminal', secret: hashOf(own), origin: name, agent: '' })
    return { ...begun, secret: `${begun.session}.${own}` }
  }

  async terminal(given: string): Promise<SessionView | undefined> {
    const [session = '', own = ''] = given.split('.')
    const stored = await this.#find(session)
    return stored?.kind === 'terminal' && stored.secret === hashOf(own) ? this.#used(session) : undefined
  }

  newNonce(): string {
    const { clock, secret } = this.#parts
    return seal(secret, 'nonce', [String(clock.now() + NONCE_LIFE), randomBytes(12).toString('hex')])
  }

  async signer({ session, nonce, signature }: Signed, request: string): Promise<SessionView | undefined> {
    const key = publicKey((await this.#find(session))?.key ?? {})
    if (key === undefined || !isSigned(key, `${request}\n${nonce}`, signature)) return undefined
    return this.#spend(nonce) ? this.#used(session) : undefined
  }

  newAccess(session: string): string {
    const { clock, secret } = this.#parts
    return seal(secret, 'access', [session, String(clock.now() + ACCESS_LIFE)])
  }

  async byAccess(access: string): Promise<SessionView | undefined> {
    const { clock, secret } = this.#parts
    const [session, expires] = unseal(secret, 'access', access) ?? []
    return session !== undefined && Number(expires) > clock.now() ? this.#used(session) : undefined
  }

  newTicket(session: string): Promise<string> {
    return this.#passes.make(TICKET_LIFE, session)
  }

  async byTicket(ticket: string): Promise<SessionView | undefined> {
    const session = (await this.#passes.take(ticket))?.session
    return session === undefined ? undefined : this.#used(session)
  }

  async isLive(session: string): Promise<boolean> {
    return (await this.#find(session)) !== undefined
  }

  async list(): Promise<readonly SessionView[]> {
    const stored = await Promise.all(
      (await this.#ids()).map(async (session) => [session, await this.#find(session)] as const),
    )
    const views = stored.flatMap(([session, one]) => (one === undefined ? [] : [viewOf(session, one)]))
    return views.toSorted((a, b) => b.used_at - a.used_at)
  }

  revoke(session: string): Promise<boolean> {
    const { settings, user } = this.#parts
    return settings.remove(user, SESSION + session, { user, kind: 'signed_out', data: { session } })
  }

  async revokePort(port: number): Promise<number> {
    let revoked = 0
    for (const { id, kind, origin } of await this.list())
      if (kind === 'page' && portOf(new URL(origin)) === port && (await this.revoke(id))) revoked += 1
    return revoked
  }

  async prune(): Promise<void> {
    const { settings, user } = this.#parts
    await this.#passes.prune()
    for (const session of await this.#ids())
      if ((await this.#find(session)) === undefined) await settings.remove(user, SESSION + session)
  }

  async #find(session: string): Promise<StoredSession | undefined> {
    const { clock, settings, user } = this.#parts
    const stored = StoredSession.safeParse(await settings.get(user, SESSION + session))
    return stored.success && stored.data.expires_at > clock.now() ? stored.data : undefined
  }

  async #used(session: string): Promise<SessionView | undefined> {
    const { clock, settings, user } = this.#parts
    const stored = await this.#find(session)
    if (stored === undefined) return undefined
    if (stored.used_at + USE_EVERY >= clock.now()) return viewOf(session, stored)
    // It may be revoked at this moment, and must not come back.
    const used = { ...stored, used_at: clock.now() }
    return (await settings.replace(user, SESSION + session, used)) ? viewOf(session, used) : undefined
  }

  async #begin(
    what: Pick<StoredSession, 'kind' | 'key' | 'secret' | 'origin' | 'agent'>,
  ): Promise<NewSession> {
    const { clock, settings, user } = this.#parts
    const session = randomBytes(12).toString('hex')
    const now = clock.now()
    const stored: StoredSession = { ...what, created_at: now, used_at: now, expires_at: now + SESSION_LIFE }
    const { kind, origin, agent } = what
    await settings.set(user, SESSION + session, stored, {
      user,
      kind: 'signed_in',
      data: { session, kind, origin, agent },
    })
    return { session, expiresAt: stored.expires_at }
  }

  /** A ticket is not a code and cannot sign in. */
  async #takeCode(code: string): Promise<boolean> {
    const pass = await this.#passes.take(code)
    return pass !== undefined && pass.session === undefined
  }

  #spend(nonce: string): boolean {
    const now = this.#parts.clock.now()
    for (const [old, until] of this.#spent) if (until <= now) this.#spent.delete(old)
    const [expires] = unseal(this.#parts.secret, 'nonce', nonce) ?? []
    const until = Number(expires)
    if (expires === undefined || until <= now || this.#spent.has(nonce)) return false
    this.#spent.set(nonce, until)
    return true
  }

  async #ids(): Promise<readonly string[]> {
    const { settings, user } = this.#parts
    const names = [...(await settings.all(user)).keys()]
    return names.filter((name) => name.startsWith(SESSION)).map((name) => name.slice(SESSION.length))
  }
}

function viewOf(
  id: string,
  { kind, origin, agent, created_at, used_at, expires_at }: StoredSession,
): SessionView {
  return { id, kind, origin, agent, created_at, used_at, expires_at }
}

/** The public half of an ECDSA key on P-256; undefined: it is invalid. */
function publicKey(key: JsonWebKey | Readonly<Record<string, unknown>>): KeyObject | undefined {
  const { kty, crv, x, y } = key
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return undefined
  try {
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
  } catch {
    // The point is not on the curve, or a coordinate is malformed.
    return undefined
  }
}

function isSigned(key: KeyObject, text: string, signature: string): boolean {
  // Browsers encode a signature as two concatenated numbers, not as DER.
  const form = { key, dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(text), form, Buffer.from(signature, 'base64url'))
}
