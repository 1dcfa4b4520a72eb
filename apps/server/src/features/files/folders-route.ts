import { fileRoutes, type FolderLook } from '@countersign/protocol'
import { opendir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { route, type Route } from '../../platform/route.ts'
import { wholePath, workspaceAt, type Ground } from '../../workspace/workspace-at.ts'

/** Limits: returned names, and entries of a folder that are read for them. */
const NAME_LIMIT = 200
const LOOK_LIMIT = 5000

/** Folders for a person who chooses a thread's folder: only names of folders, never of files, and none of their content. */
export function foldersRoute(ground: Ground): Route {
  return route(fileRoutes.folders, async ({ body: { path: typed }, gone }): Promise<FolderLook> => {
    const asked = typed.trim() === '' ? '~' : typed
    const path = wholePath(asked, ground.home) ?? ground.home
    const found = await workspaceAt(asked, ground)
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
    // While a name is being typed its folder does not exist yet: its siblings are helpful.
    const base = isFolder ? path : dirname(path)
    const begins = isFolder ? '' : basename(path)
    const parent = dirname(base)
    return {
      path,
      problem: found.ok ? null : found.error.message,
      ...(found.ok ? await lookAtGit(path) : { git: false, branch: null }),
      base,
      parent: parent === base ? null : parent,
      ...(await folderNames(base, begins, gone)),
    }
  })
}

/** Hidden folders are listed only if the typed text begins with the dot. */
async function folderNames(
  folder: string,
  begins: string,
  gone: AbortSignal,
): Promise<Pick<FolderLook, 'names' | 'more'>> {
  const wanted = begins.toLowerCase()
  const names: string[] = []
  let looked = 0
  try {
    for await (const entry of await opendir(folder)) {
      looked += 1
      if (looked > LOOK_LIMIT || gone.aborted) break
      const { name } = entry
      if (!name.toLowerCase().startsWith(wanted) || (name.startsWith('.') && !wanted.startsWith('.')))
        continue
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(join(folder, name)))))
        names.push(name)
    }
  } catch {
    // An unreadable folder has no names to offer; `problem` says why.
  }
  const sorted = names.toSorted((a, b) => a.localeCompare(b))
  return { names: sorted.slice(0, NAME_LIMIT), more: looked > LOOK_LIMIT || sorted.length > NAME_LIMIT }
}

async function leadsToFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

/** Whether it is the root of a repository, and the branch that its `HEAD` names. */
async function lookAtGit(folder: string): Promise<Pick<FolderLook, 'git' | 'branch'>> {
  const git = join(folder, '.git')
  const found = await stat(git).catch(() => undefined)
  if (found === undefined) return { git: false, branch: null }
  const head = found.isDirectory() ? await readFile(join(git, 'HEAD'), 'utf8').catch(() => '') : ''
  return { git: true, branch: /^ref: refs\/heads\/(.{1,200})$/m.exec(head)?.[1] ?? null }
}
