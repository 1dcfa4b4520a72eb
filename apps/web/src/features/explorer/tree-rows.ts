import type { FolderEntry } from '@countersign/protocol'

/** One line of the tree. */
export interface TreeRow {
  /** From the root of the folder. */
  readonly path: string
  readonly entry: FolderEntry
  /** From 1. */
  readonly level: number
  readonly open: boolean
  readonly position: number
  readonly siblings: number
}

/** The visible rows: folders first, each with its content if it is open and loaded. */
export function treeRows(
  folders: ReadonlyMap<string, readonly FolderEntry[]>,
  open: ReadonlySet<string>,
  path = '.',
  level = 1,
): readonly TreeRow[] {
  const entries = ordered(folders.get(path) ?? [])
  return entries.flatMap((entry, index) => {
    const own = path === '.' ? entry.name : `${path}/${entry.name}`
    const isOpen = entry.kind === 'folder' && open.has(own)
    const row = { path: own, entry, level, open: isOpen, position: index + 1, siblings: entries.length }
    return isOpen ? [row, ...treeRows(folders, open, own, level + 1)] : [row]
  })
}

function ordered(entries: readonly FolderEntry[]): readonly FolderEntry[] {
  const rank = ({ kind }: FolderEntry): number => (kind === 'folder' ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

/** The row that a key moves to; undefined: the key does not move. */
export function rowAfterKey(rows: readonly TreeRow[], at: number, key: string): number | undefined {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, rows.length - 1)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowLeft':
      return row === undefined || row.open ? undefined : parentOf(rows, at)
    case 'ArrowRight':
      return row?.open === true ? Math.min(at + 1, rows.length - 1) : undefined
    default:
      return key.length === 1 ? startingWith(rows, at, key) : undefined
  }
}

function parentOf(rows: readonly TreeRow[], at: number): number | undefined {
  const level = rows[at]?.level ?? 1
  const above = rows.slice(0, at).findLastIndex((row) => row.level < level)
  return above === -1 ? undefined : above
}

function startingWith(rows: readonly TreeRow[], at: number, letter: string): number | undefined {
  const wanted = letter.toLowerCase()
  const fits = ({ entry }: TreeRow): boolean => entry.name.toLowerCase().startsWith(wanted)
  const after = rows.findIndex((row, index) => index > at && fits(row))
  const found = after === -1 ? rows.findIndex(fits) : after
  return found === -1 ? undefined : found
}
