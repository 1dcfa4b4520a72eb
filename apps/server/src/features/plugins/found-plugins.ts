import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readFolder, type FolderLook } from './plugin-folder.ts'

/** A folder with a plugin, or a broken one. */
export interface FoundPlugin {
  readonly id: string
  readonly folder: string
  readonly source: 'data' | 'project'
  readonly look: FolderLook
}

/** Folders of plugins: in the data folder, and in the project if that is trusted. Of two with the same id the data folder's wins. */
export async function findPlugins(places: {
  readonly data: string
  /** Undefined: the project is not trusted. */
  readonly project: string | undefined
}): Promise<ReadonlyMap<string, FoundPlugin>> {
  const found = new Map<string, FoundPlugin>()
  const lists = [
    ...(places.project === undefined ? [] : await foldersIn(places.project, 'project')),
    ...(await foldersIn(places.data, 'data')),
  ]
  for (const one of await Promise.all(lists.map(lookAt))) found.set(one.id, one)
  return found
}

type Folder = Omit<FoundPlugin, 'look'>

async function foldersIn(root: string, source: Folder['source']): Promise<readonly Folder[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory())
    .slice(0, MOST)
    .map(({ name }) => ({ id: name, folder: join(root, name), source }))
}

/** Maximum number of folders of one place. */
const MOST = 100

async function lookAt(folder: Folder): Promise<FoundPlugin> {
  const look = await readFolder(folder.folder)
  if (look.ok && look.plugin.manifest.id !== folder.id) {
    const message = `its id is \`${look.plugin.manifest.id}\`, so its folder must have that name, not \`${folder.id}\``
    return { ...folder, look: { ok: false, message } }
  }
  return { ...folder, look }
}
