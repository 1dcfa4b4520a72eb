import type { UserId } from '@countersign/protocol'
import { z } from 'zod'
import { settingFamily } from '../../platform/setting.ts'
import { WORKSPACE_SCOPE, type SettingsStore } from '../../settings/ports.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** People's agreements about a plugin. */
const StoredPlugin = z.object({
  /** Hash of the installed files. */
  hash: Hash,
  enabled: z.boolean(),
  /** Hash of the files whose claims about their tools are trusted; null: none. */
  trusted: Hash.nullable(),
})
export type StoredPlugin = z.infer<typeof StoredPlugin>

const PREFIX = 'plugin:'

export const PLUGINS = settingFamily({
  name: PREFIX,
  scope: 'server',
  schema: StoredPlugin,
  about: 'Plugins that a person installed.',
})

/** What was done, for the audit. */
export interface PluginNote {
  readonly user: UserId
  readonly what: 'installed' | 'changed' | 'enabled' | 'disabled' | 'trusted' | 'distrusted' | 'removed'
  readonly hash: string | null
}

export interface StoredPlugins {
  all(): Promise<ReadonlyMap<string, StoredPlugin>>
  set(id: string, plugin: StoredPlugin, note: PluginNote): Promise<void>
  remove(id: string, note: PluginNote): Promise<void>
}

/** Each change is written together with its audit row, which names the hash. */
export function storedPlugins(store: SettingsStore): StoredPlugins {
  const noteOf = (id: string, { user, what, hash }: PluginNote) =>
    ({ user, kind: `plugins.${what}`, data: { id, hash } }) as const
  return {
    async all() {
      const found = new Map<string, StoredPlugin>()
      for (const [key, value] of await store.all(WORKSPACE_SCOPE)) {
        const plugin = key.startsWith(PREFIX) ? StoredPlugin.safeParse(value) : undefined
        if (plugin?.success === true) found.set(key.slice(PREFIX.length), plugin.data)
      }
      return found
    },
    set: (id, plugin, note) => store.set(WORKSPACE_SCOPE, `${PREFIX}${id}`, plugin, noteOf(id, note)),
    async remove(id, note) {
      await store.remove(WORKSPACE_SCOPE, `${PREFIX}${id}`, noteOf(id, note))
    },
  }
}
