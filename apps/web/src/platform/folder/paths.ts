/** A path as people write it, with `~` for the home folder. */
export function shortPath(path: string, home: string): string {
  if (path === home) return '~'
  return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** The name of a project: the last part of its path. */
export function folderName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.at(-1) ?? '/'
}

/** Whether this is the folder that the server creates next to its data folder if it was started without one. */
export function isSample(path: string): boolean {
  return /[/\\-]sample$/.test(path)
}

const RECENT = 8

/** Folders that threads work in, the last used one first. */
export function recentFolders(
  threads: readonly { readonly workspace: string; readonly updated_at: number }[],
): readonly string[] {
  const newest = threads.toSorted((a, b) => b.updated_at - a.updated_at)
  return [...new Set(newest.map(({ workspace }) => workspace))].slice(0, RECENT)
}
