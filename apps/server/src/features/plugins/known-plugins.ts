import type { PluginView, UserId } from '@countersign/protocol'
import { findPlugins, type FoundPlugin } from './found-plugins.ts'
import type { ReadPlugin } from './plugin-folder.ts'
import { viewOf } from './plugin-view.ts'
import type { StoredPlugin, StoredPlugins } from './stored-plugins.ts'

export interface KnownPluginsParts {
  readonly stored: StoredPlugins
  /** The folder of plugins in the data folder. */
  readonly folder: string
  /** The folder of plugins in the project; undefined: this person does not trust the project. */
  project(user: UserId): Promise<string | undefined>
  newKey(): string
  /** Something changed since the last call. */
  changed(user: UserId): Promise<void>
}

/** The content of the folders and the person's agreements, as of the last check. */
export interface KnownPlugins {
  /** Looks at the folders again. */
  refresh(user: UserId): Promise<void>
  found(id: string): FoundPlugin | undefined
  agreed(id: string): StoredPlugin | undefined
  /** A running plugin: its files are as agreed. */
  running(id: string): ReadPlugin | undefined
  byKey(key: string): ReadPlugin | undefined
  views(): readonly PluginView[]
}

interface State {
  readonly found: ReadonlyMap<string, FoundPlugin>
  readonly stored: ReadonlyMap<string, StoredPlugin>
}

export function knownPlugins(parts: KnownPluginsParts): KnownPlugins {
  const keyOf = keysOfDocuments(() => parts.newKey())
  let state: State = { found: new Map(), stored: new Map() }
  let reported = '[]'

  const running = (id: string): ReadPlugin | undefined => {
    const found = state.found.get(id)
    const agreed = state.stored.get(id)
    if (found?.look.ok !== true || agreed?.enabled !== true) return undefined
    return found.look.plugin.files.hash === agreed.hash ? found.look.plugin : undefined
  }

  const views = (): readonly PluginView[] => {
    const ids = [...new Set([...state.found.keys(), ...state.stored.keys()])].toSorted()
    return ids.map((id) => {
      const ready = running(id)
      return viewOf(id, state.found.get(id), state.stored.get(id), ready === undefined ? null : keyOf(ready))
    })
  }

  return {
    async refresh(user) {
      const [agreed, project] = await Promise.all([parts.stored.all(), parts.project(user)])
      state = { found: await findPlugins({ data: parts.folder, project }), stored: agreed }
      const now = JSON.stringify(
        views().map(({ id, state: is, hash, trusted, problem }) => [id, is, hash, trusted, problem]),
      )
      if (now === reported) return
      reported = now
      await parts.changed(user)
    },
    found: (id) => state.found.get(id),
    agreed: (id) => state.stored.get(id),
    running,
    byKey: (key) =>
      [...state.stored.keys()].map(running).find((plugin) => plugin !== undefined && keyOf(plugin) === key),
    views,
  }
}

/** The key of a plugin's document; a changed plugin gets another. */
function keysOfDocuments(newKey: () => string): (plugin: ReadPlugin) => string {
  const keys = new Map<string, string>()
  return ({ manifest, files }) => {
    const name = `${manifest.id}@${files.hash}`
    const key = keys.get(name) ?? newKey()
    keys.set(name, key)
    return key
  }
}
