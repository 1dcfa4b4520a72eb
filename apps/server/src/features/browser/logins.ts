import type { LoginView, UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import type { Cookie } from './session.ts'

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
}

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
  const prefix = (user: UserId) => `browser-login:${user}:`
  async function all(user: UserId) {
    const names = await vault.names(prefix(user))
    const read = await Promise.all(
      names.map(async (name) => ({ origin: name.slice(prefix(user).length), kept: await vault.read(name) })),
    )
    return read.flatMap(({ origin, kept }) => {
      const cookies = kept.kind === 'secret' ? Cookies.safeParse(JSON.parse(kept.secret)).data : undefined
      return cookies === undefined || kept.kind !== 'secret'
        ? []
        : [{ origin, cookies, at: Number(kept.facts['kept_at'] ?? 0) }]
    })
  }
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
    cookies: async (user) => (await all(user)).flatMap(({ cookies }) => cookies),
  }
}
