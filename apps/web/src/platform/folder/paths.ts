/** A path as people write it, with `~` for the home folder. */
export function shortPath(path: string, home: string): string {
  if (path === home) return '~'
  return home !== '/' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** What a project is called: the last part of its path. */
export function folderName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.at(-1) ?? '/'
}

/** The server makes it beside its data folder when it was started without a folder. */
export function isSample(path: string): boolean {
  return /[/\\-]sample$/.test(path)
}

const RECENT = 8

/** Folders that chats work in, the last used one first. */
export function recentFolders(
  threads: readonly { readonly workspace: string; readonly updated_at: number }[],
): readonly string[] {
  const newest = threads.toSorted((a, b) => b.updated_at - a.updated_at)
  return [...new Set(newest.map(({ workspace }) => workspace))].slice(0, RECENT)
}
