import type { PluginView, UserId } from '@countersign/protocol'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentFiles } from '../../platform/files/content-files.ts'
import type { ToolOwner } from '../../platform/tool-owners.ts'
import type { FoundPlugin } from './found-plugins.ts'
import { knownPlugins, type KnownPlugins, type KnownPluginsParts } from './known-plugins.ts'
import { ownedTools } from './owned-tools.ts'
import { filesOf, packed, readFolder, unpacked, type PluginFiles, type ReadPlugin } from './plugin-folder.ts'
import { viewOf } from './plugin-view.ts'
import type { PluginNote } from './stored-plugins.ts'

export interface PluginsParts extends KnownPluginsParts {
  /** Stores the installed files, to show later changes. */
  readonly kept: ContentFiles
  /** Whether another owner has tools of this module. */
  isTaken(module: string): boolean
}

export type Changed =
  | { readonly ok: true; readonly plugin: PluginView }
  | {
      readonly ok: false
      readonly problem: 'not_found' | 'hash_mismatch' | 'unreadable' | 'in_use'
      readonly message: string
    }

/** Plugins of this server. Only the installed files run: anything else does not load. */
export interface Plugins {
  /** Looks at the folders again. */
  refresh(user: UserId): Promise<void>
  list(user: UserId): Promise<readonly PluginView[]>
  /** The content of a folder, without installing it. */
  look(folder: string): Promise<Changed>
  install(user: UserId, folder: string, hash: string): Promise<Changed>
  /** Agrees to a plugin in its present form. */
  pin(user: UserId, id: string, hash: string): Promise<Changed>
  enable(user: UserId, id: string, enabled: boolean): Promise<Changed>
  trust(
    user: UserId,
    id: string,
    trust: { readonly trusted: boolean; readonly hash: string },
  ): Promise<Changed>
  remove(user: UserId, id: string): Promise<boolean>
  /** The installed files, and the current ones. */
  difference(
    user: UserId,
    id: string,
  ): Promise<
    { readonly before: PluginFiles | undefined; readonly after: PluginFiles | undefined } | undefined
  >
  /** A running plugin, by its id or by the key of its document. */
  running(id: string): ReadPlugin | undefined
  byKey(key: string): ReadPlugin | undefined
  /** Hashes of the installed files. */
  hashes(): Promise<ReadonlySet<string>>
  readonly owner: ToolOwner
}

const NOT_FOUND = {
  ok: false,
  problem: 'not_found',
  message: 'there is no such plugin; it may have been removed',
} as const
const OTHER = {
  ok: false,
  problem: 'hash_mismatch',
  message: 'its files have changed since you inspected it; inspect it again',
} as const

export function openPlugins(parts: PluginsParts): Plugins {
  const known = knownPlugins(parts)
  return {
    refresh: known.refresh,
    owner: ownedTools(
      (id) => {
        const plugin = known.running(id)
        return plugin && { plugin, trusted: known.agreed(id)?.trusted === plugin.files.hash }
      },
      (id) => known.agreed(id) !== undefined,
    ),
    running: known.running,
    byKey: known.byKey,
    async list(user) {
      await known.refresh(user)
      return known.views()
    },
    async look(from) {
      const look = await readFolder(from)
      if (!look.ok) return { ok: false, problem: 'unreadable', message: look.message }
      const found: FoundPlugin = { id: look.plugin.manifest.id, folder: from, source: 'data', look }
      return { ok: true, plugin: viewOf(found.id, found, undefined, null) }
    },
    ...agreeing(parts, known),
    ...changing(parts, known),
    async difference(user, id) {
      await known.refresh(user)
      const [found, agreed] = [known.found(id), known.agreed(id)]
      if (found === undefined && agreed === undefined) return undefined
      const bytes = agreed && (await parts.kept.get(agreed.hash))
      const before = bytes && unpacked(bytes)
      return {
        before: before && filesOf(before.json, before.main),
        after: found?.look.ok === true ? found.look.plugin.files : undefined,
      }
    },
    hashes: async () => new Set([...(await parts.stored.all()).values()].map(({ hash }) => hash)),
  }
}

/** A person agrees to files that they have seen. */
function agreeing(parts: PluginsParts, known: KnownPlugins): Pick<Plugins, 'install' | 'pin'> {
  const { stored, kept, folder } = parts

  async function agree(user: UserId, plugin: ReadPlugin): Promise<Changed> {
    const { files, manifest } = plugin
    const what: PluginNote['what'] = known.agreed(manifest.id) === undefined ? 'installed' : 'changed'
    await kept.put(packed(files), { hash: files.hash })
    // The trust was in other files.
    await stored.set(
      manifest.id,
      { hash: files.hash, enabled: true, trusted: null },
      { user, what, hash: files.hash },
    )
    return changedOne(known, user, manifest.id)
  }

  return {
    async install(user, from, hash) {
      const look = await readFolder(from)
      if (!look.ok) return { ok: false, problem: 'unreadable', message: look.message }
      const { manifest, files } = look.plugin
      if (files.hash !== hash) return OTHER
      const taken = takenName(parts, known, manifest.id)
      if (taken !== undefined) return taken
      await writeInto(join(folder, manifest.id), manifest.main, files)
      return agree(user, look.plugin)
    },
    async pin(user, id, hash) {
      await known.refresh(user)
      const look = known.found(id)?.look
      if (look === undefined) return NOT_FOUND
      if (!look.ok) return { ok: false, problem: 'unreadable', message: look.message }
      if (look.plugin.files.hash !== hash) return OTHER
      return takenName(parts, known, id) ?? agree(user, look.plugin)
    },
  }
}

/** Undefined: the name is free, or belongs to this plugin already. */
function takenName(
  { isTaken }: Pick<PluginsParts, 'isTaken'>,
  known: Pick<KnownPlugins, 'agreed'>,
  id: string,
): Changed | undefined {
  if (known.agreed(id) !== undefined || !isTaken(id)) return undefined
  const message = `\`${id}\` is already the module name of other tools here`
  return { ok: false, problem: 'in_use', message }
}

/** A person changes the state of an installed plugin, or removes it. */
function changing(
  { stored }: PluginsParts,
  known: KnownPlugins,
): Pick<Plugins, 'enable' | 'trust' | 'remove'> {
  return {
    async enable(user, id, enabled) {
      await known.refresh(user)
      const agreed = known.agreed(id)
      if (agreed === undefined) return NOT_FOUND
      await stored.set(
        id,
        { ...agreed, enabled },
        { user, what: enabled ? 'enabled' : 'disabled', hash: agreed.hash },
      )
      return changedOne(known, user, id)
    },
    async trust(user, id, { trusted, hash }) {
      await known.refresh(user)
      const agreed = known.agreed(id)
      if (agreed === undefined) return NOT_FOUND
      if (trusted && agreed.hash !== hash) return OTHER
      const note = { user, what: trusted ? 'trusted' : 'distrusted', hash: agreed.hash } as const
      await stored.set(id, { ...agreed, trusted: trusted ? hash : null }, note)
      return changedOne(known, user, id)
    },
    async remove(user, id) {
      await known.refresh(user)
      const found = known.found(id)
      const agreed = known.agreed(id)
      if (found === undefined && agreed === undefined) return false
      await stored.remove(id, { user, what: 'removed', hash: agreed?.hash ?? null })
      // A folder of the project belongs to the project.
      if (found?.source === 'data') await rm(found.folder, { recursive: true, force: true })
      await known.refresh(user)
      return true
    },
  }
}

async function changedOne(known: KnownPlugins, user: UserId, id: string): Promise<Changed> {
  await known.refresh(user)
  const plugin = known.views().find((one) => one.id === id)
  return plugin === undefined ? NOT_FOUND : { ok: true, plugin }
}

/** Replaces the two files by exactly the ones that were shown. */
async function writeInto(target: string, mainName: string, { json, main }: PluginFiles): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  await writeFile(join(target, 'plugin.json'), json)
  await writeFile(join(target, mainName), main)
}
