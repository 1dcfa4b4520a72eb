import type { SecretView, UserId } from '@countersign/protocol'
import type { Host } from '../../platform/host.ts'

/** Secrets that `http.request` fills in; they never appear in values, rows or prompts. */
export interface Secrets {
  list(user: UserId): Promise<readonly SecretView[]>
  /** Returns false if there is no secret whose hosts could be changed. */
  put(
    user: UserId,
    name: string,
    secret: { readonly value?: string | undefined; readonly hosts: readonly string[] },
  ): Promise<boolean>
  remove(user: UserId, name: string): Promise<boolean>
  /** The value, released only for one of its hosts. */
  valueFor(user: UserId, name: string, host: string): Promise<string | { readonly problem: string }>
}

/** Stores secrets in the vault, together with their hosts. */
export function openSecrets({ clock, vault }: Pick<Host, 'clock' | 'vault'>): Secrets {
  return {
    async list(user) {
      const prefix = vaultName(user, '')
      const names = await vault.names(prefix)
      const all = await Promise.all(
        names.map(async (name) => {
          const kept = await vault.read(name)
          const facts = kept.kind === 'secret' ? kept.facts : {}
          return {
            name: name.slice(prefix.length),
            hosts: hostsOf(facts),
            updated_at: Number(facts['updated_at'] ?? 0),
          }
        }),
      )
      return all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    async put(user, name, { value, hosts }) {
      const known = await vault.read(vaultName(user, name))
      const secret = value ?? (known.kind === 'secret' ? known.secret : undefined)
      if (secret === undefined) return false
      const lower = hosts.map((host) => host.toLowerCase())
      await vault.keep(vaultName(user, name), secret, {
        facts: { hosts: lower.join(' '), updated_at: String(clock.now()) },
        note: { user, kind: 'key_set', data: { workflow_secret: name, hosts: lower } },
      })
      return true
    },
    remove: (user, name) =>
      vault.remove(vaultName(user, name), { user, kind: 'key_removed', data: { workflow_secret: name } }),
    async valueFor(user, name, host) {
      const kept = await vault.read(vaultName(user, name))
      if (kept.kind === 'none') return { problem: `there is no secret \`${name}\`; save it under Secrets` }
      if (kept.kind === 'unreadable')
        return { problem: `the secret \`${name}\` cannot be read; save it again` }
      const hosts = hostsOf(kept.facts)
      return hosts.includes(host.toLowerCase())
        ? kept.secret
        : { problem: `the secret \`${name}\` is not for \`${host}\` but for ${hosts.join(', ')}` }
    },
  }
}

function hostsOf(facts: Readonly<Record<string, string>>): readonly string[] {
  return (facts['hosts'] ?? '').split(' ').filter((host) => host !== '')
}

function vaultName(user: UserId, name: string): string {
  return `workflow:${user}:${name}`
}
