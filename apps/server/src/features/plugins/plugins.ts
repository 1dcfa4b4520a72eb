import type { PluginView, UserId } from '@countersign/protocol'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentFiles } from '../../platform/files/content-files.ts'
import type { ToolOwner } from '../../platform/tool-owners.ts'
import { findPlugins, type FoundPlugin } from './found-plugins.ts'
import { ownedTools } from './owned-tools.ts'
import { filesOf, packed, readFolder, unpacked, type PluginFiles, type ReadPlugin } from './plugin-folder.ts'
import { viewOf } from './plugin-view.ts'
import type { PluginNote, StoredPlugin, StoredPlugins } from './stored-plugins.ts'

export interface PluginsParts {
  readonly stored: StoredPlugins
  /** Keeps what was installed, to show what became of it. */
  readonly kept: ContentFiles
  /** The folder of plugins in the data folder. */
  readonly folder: string
  /** The folder of plugins in the project; undefined: the project is not trusted. */
  project(): Promise<string | undefined>
  newKey(): string
  /** Someone else has tools of this module. */
  isTaken(module: string): boolean
  /** Something is another than it was when this was last said. */
  changed(): Promise<void>
}

export type Changed =
  | { readonly ok: true; readonly plugin: PluginView }
  | {
      readonly ok: false
      readonly problem: 'not_found' | 'hash_mismatch' | 'unreadable' | 'in_use'
      readonly message: string
    }

/** Plugins of this server. What runs is always what a person installed: anything else does not load. */
export interface Plugins {
  /** Looks at the folders again. */
  refresh(): Promise<void>
  list(): Promise<readonly PluginView[]>
  /** What a folder has, without installing it. */
  look(folder: string): Promise<Changed>
  install(user: UserId, folder: string, hash: string): Promise<Changed>
  /** Agrees to a plugin as it lies in its folder. */
  pin(user: UserId, id: string, hash: string): Promise<Changed>
  enable(user: UserId, id: string, enabled: boolean): Promise<Changed>
  trust(
    user: UserId,
    id: string,
    trust: { readonly trusted: boolean; readonly hash: string },
  ): Promise<Changed>
  remove(user: UserId, id: string): Promise<boolean>
  /** The files as they were installed, and as they are. */
  difference(
    id: string,
  ): Promise<
    { readonly before: PluginFiles | undefined; readonly after: PluginFiles | undefined } | undefined
  >
  /** A plugin that runs, by its id or by the key of its document. */
  running(id: string): ReadPlugin | undefined
  byKey(key: string): ReadPlugin | undefined
  /** Hashes of what was installed. */
  hashes(): Promise<ReadonlySet<string>>
  readonly owner: ToolOwner
}

interface State {
  readonly found: ReadonlyMap<string, FoundPlugin>
  readonly stored: ReadonlyMap<string, StoredPlugin>
}

const NOT_FOUND = {
  ok: false,
  problem: 'not_found',
  message: 'there is no such plugin; it may have been removed',
} as const
const OTHER = {
  ok: false,
  problem: 'hash_mismatch',
  message: 'its files are not those that you looked at; look at them again',
} as const

export function openPlugins(parts: PluginsParts): Plugins {
  const { stored, kept, folder } = parts
  let state: State = { found: new Map(), stored: new Map() }
  let told = '[]'
  const keys = new Map<string, string>()

  const readyOne = (id: string): ReadPlugin | undefined => {
    const found = state.found.get(id)
    const agreed = state.stored.get(id)
    if (found?.look.ok !== true || agreed?.enabled !== true) return undefined
    return found.look.plugin.files.hash === agreed.hash ? found.look.plugin : undefined
  }
  const owner = ownedTools(
    (id) => {
      const plugin = readyOne(id)
      return plugin && { plugin, trusted: state.stored.get(id)?.trusted === plugin.files.hash }
    },
    (id) => state.stored.has(id),
  )

  /** The key of a plugin's document; a plugin that became another gets another. */
  const keyOf = ({ manifest, files }: ReadPlugin): string => {
    const name = `${manifest.id}@${files.hash}`
    const key = keys.get(name) ?? parts.newKey()
    keys.set(name, key)
    return key
  }

  const views = (): readonly PluginView[] => {
    const ids = [...new Set([...state.found.keys(), ...state.stored.keys()])].toSorted()
    return ids.map((id) => {
      const ready = readyOne(id)
      return viewOf(id, state.found.get(id), state.stored.get(id), ready === undefined ? null : keyOf(ready))
    })
  }

  async function refresh(): Promise<void> {
    const [agreed, project] = await Promise.all([stored.all(), parts.project()])
    state = { found: await findPlugins({ data: folder, project }), stored: agreed }
    const now = JSON.stringify(
      views().map(({ id, state: is, hash, trusted, problem }) => [id, is, hash, trusted, problem]),
    )
    if (now === told) return
    told = now
    await parts.changed()
  }

  async function changedOne(id: string): Promise<Changed> {
    await refresh()
    const plugin = views().find((one) => one.id === id)
    return plugin === undefined ? NOT_FOUND : { ok: true, plugin }
  }

  async function agree(user: UserId, plugin: ReadPlugin, what: PluginNote['what']): Promise<void> {
    const { files, manifest } = plugin
    await kept.put(packed(files), { hash: files.hash })
    // Trust was in other files.
    await stored.set(
      manifest.id,
      { hash: files.hash, enabled: true, trusted: null },
      { user, what, hash: files.hash },
    )
  }

  return {
    refresh,
    owner,
    running: readyOne,
    byKey: (key) =>
      [...state.stored.keys()].map(readyOne).find((plugin) => plugin !== undefined && keyOf(plugin) === key),
    async list() {
      await refresh()
      return views()
    },
    async look(from) {
      const look = await readFolder(from)
      if (!look.ok) return { ok: false, problem: 'unreadable', message: look.message }
      const found: FoundPlugin = { id: look.plugin.manifest.id, folder: from, source: 'data', look }
      return { ok: true, plugin: viewOf(found.id, found, undefined, null) }
    },
    async install(user, from, hash) {
      const look = await readFolder(from)
      if (!look.ok) return { ok: false, problem: 'unreadable', message: look.message }
      const { manifest, files } = look.plugin
      if (files.hash !== hash) return OTHER
      if (!state.stored.has(manifest.id) && parts.isTaken(manifest.id))
        return {
          ok: false,
          problem: 'in_use',
          message: `\`${manifest.id}\` is the module of other tools here`,
        }
      await writeInto(join(folder, manifest.id), manifest.main, files)
      await agree(user, look.plugin, state.stored.has(manifest.id) ? 'changed' : 'installed')
      return changedOne(manifest.id)
    },
    async pin(user, id, hash) {
      await refresh()
      const look = state.found.get(id)?.look
      if (look === undefined) return NOT_FOUND
      if (!look.ok) return { ok: false, problem: 'unreadable', message: look.message }
      if (look.plugin.files.hash !== hash) return OTHER
      await agree(user, look.plugin, state.stored.has(id) ? 'changed' : 'installed')
      return changedOne(id)
    },
    async enable(user, id, enabled) {
      await refresh()
      const agreed = state.stored.get(id)
      if (agreed === undefined) return NOT_FOUND
      await stored.set(
        id,
        { ...agreed, enabled },
        { user, what: enabled ? 'enabled' : 'disabled', hash: agreed.hash },
      )
      return changedOne(id)
    },
    async trust(user, id, { trusted, hash }) {
      await refresh()
      const agreed = state.stored.get(id)
      if (agreed === undefined) return NOT_FOUND
      if (trusted && agreed.hash !== hash) return OTHER
      const note = { user, what: trusted ? 'trusted' : 'distrusted', hash: agreed.hash } as const
      await stored.set(id, { ...agreed, trusted: trusted ? hash : null }, note)
      return changedOne(id)
    },
    async remove(user, id) {
      await refresh()
      const found = state.found.get(id)
      const agreed = state.stored.get(id)
      if (found === undefined && agreed === undefined) return false
      await stored.remove(id, { user, what: 'removed', hash: agreed?.hash ?? null })
      // A folder of the project is the project's.
      if (found?.source === 'data') await rm(found.folder, { recursive: true, force: true })
      await refresh()
      return true
    },
    async difference(id) {
      await refresh()
      const [found, agreed] = [state.found.get(id), state.stored.get(id)]
      if (found === undefined && agreed === undefined) return undefined
      const bytes = agreed && (await kept.get(agreed.hash))
      const before = bytes && unpacked(bytes)
      return {
        before: before && filesOf(before.json, before.main),
        after: found?.look.ok === true ? found.look.plugin.files : undefined,
      }
    },
    hashes: async () => new Set([...(await stored.all()).values()].map(({ hash }) => hash)),
  }
}

/** The two files as they were looked at, in place of what was there. */
async function writeInto(target: string, mainName: string, { json, main }: PluginFiles): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  await writeFile(join(target, 'plugin.json'), json)
  await writeFile(join(target, mainName), main)
}
