import type { Call } from '@countersign/agent'
import { UserId, type LoginView } from '@countersign/protocol'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import type { Cookie } from './session.ts'

const PREFIX = 'browser-login:'

/** The facts of a call that say whether saved logins serve it. */
export type LoginCall = Pick<Call, 'threadId' | 'turnId' | 'node'>

const Cookies = z.array(
  z.object({
    name: z.string(),
    value: z.string(),
    domain: z.string(),
    path: z.string(),
    expires: z.number(),
    httpOnly: z.boolean(),
    secure: z.boolean(),
    sameSite: z.enum(['Strict', 'Lax', 'None']),
  }),
)

/** Logins that a person saved: cookies in the vault, one secret for each origin. */
export interface Logins {
  list(user: UserId): Promise<readonly LoginView[]>
  keep(user: UserId, origin: string, cookies: readonly Cookie[]): Promise<void>
  forget(user: UserId, origin: string): Promise<boolean>
  /** All cookies of a person, for a browser in one of their threads. */
  cookies(user: UserId): Promise<readonly Cookie[]>
  /** Removes the logins of everyone that have expired, or that no browser used for long; returns how many. */
  prune(): Promise<number>
}

/** Milliseconds after which a login that no browser used is removed. */
export const LOGIN_KEPT = 90 * 24 * 3_600_000
/** Milliseconds between two records of when a login was used. */
const NOTE_USE_EVERY = 24 * 3_600_000

/** A site may set cookies for all subdomains of a name. Saved cookies go only to the host of their origin, and only over TLS if the origin uses it. */
function boundTo(origin: string, cookies: readonly Cookie[]): readonly Cookie[] {
  const { hostname, protocol } = new URL(origin)
  return cookies.map((cookie) => ({
    ...cookie,
    domain: hostname,
    secure: cookie.secure === true || protocol === 'https:',
  }))
}

export function openLogins({ vault, clock }: Pick<Host, 'vault' | 'clock'>): Logins {
  const prefix = (user: UserId) => `${PREFIX}${user}:`
  /** Logins that can be read. A cookie without an end has `expires` -1. */
  async function read(begins: string) {
    const names = await vault.names(begins)
    const found = await Promise.all(names.map(async (name) => ({ name, kept: await vault.read(name) })))
    return found.flatMap(({ name, kept }) => {
      const cookies = kept.kind === 'secret' ? Cookies.safeParse(JSON.parse(kept.secret)).data : undefined
      if (cookies === undefined || kept.kind !== 'secret') return []
      const at = Number(kept.facts['kept_at'] ?? 0)
      const live = cookies.filter(({ expires }) => expires < 0 || expires * 1000 > clock.now())
      return [{ name, cookies: live, at, used: Number(kept.facts['used_at'] ?? at) }]
    })
  }
  const all = async (user: UserId) =>
    (await read(prefix(user))).map((login) => ({ ...login, origin: login.name.slice(prefix(user).length) }))
  return {
    list: async (user) =>
      (await all(user))
        .map(({ origin, cookies, at }) => ({ origin, cookies: cookies.length, kept_at: at }))
        .toSorted((a, b) => (a.origin < b.origin ? -1 : 1)),
    keep: (user, origin, cookies) =>
      vault.keep(prefix(user) + origin, JSON.stringify(boundTo(origin, cookies)), {
        facts: { kept_at: String(clock.now()) },
        note: { user, kind: 'key_set', data: { browser_login: origin } },
      }),
    forget: (user, origin) =>
      vault.remove(prefix(user) + origin, { user, kind: 'key_removed', data: { browser_login: origin } }),
    async cookies(user) {
      const logins = await all(user)
      for (const { name, cookies, at, used } of logins)
        if (clock.now() - used > NOTE_USE_EVERY)
          // It may be removed at this moment, and must not come back.
          await vault.replace(name, JSON.stringify(cookies), {
            kept_at: String(at),
            used_at: String(clock.now()),
          })
      return logins.flatMap(({ cookies }) => cookies)
    },
    async prune() {
      const old = (await read(PREFIX)).filter(
        ({ cookies, used }) => cookies.length === 0 || clock.now() - used > LOGIN_KEPT,
      )
      for (const { name } of old) {
        const [, user = '', ...origin] = name.split(':')
        await vault.remove(name, {
          user: UserId.parse(user),
          kind: 'key_removed',
          data: { browser_login: origin.join(':') },
        })
      }
      return old.length
    },
  }
}
