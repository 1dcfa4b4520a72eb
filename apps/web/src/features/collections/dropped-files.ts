/** A file with its path inside the dropped folder. */
export interface DroppedFile {
  readonly name: string
  readonly file: File
}

/** Maximum number of files per drop. A larger folder is linked instead. */
export const DROP_LIMIT = 2000
/** Folders without readable content. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** The files of a drop, including those inside folders. Undefined: there are too many. Entries must be taken before the event is over. */
export async function droppedFiles(
  items: readonly DataTransferItem[],
  files: readonly File[],
): Promise<readonly DroppedFile[] | undefined> {
  const entries = items.map((item) => item.webkitGetAsEntry())
  if (!entries.some((entry) => entry?.isDirectory === true))
    return files.map((file) => ({ name: file.name, file }))
  const found: DroppedFile[] = []
  const waiting = entries.flatMap((entry) => (entry === null ? [] : [entry]))
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (isFolder(entry)) {
      if (!LEFT_OUT.has(entry.name)) waiting.push(...(await entriesIn(entry)))
    } else if (isFile(entry))
      found.push({ name: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) })
    if (found.length > DROP_LIMIT) return undefined
  }
  return found
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

/** A reader returns about a hundred entries at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return all
    all.push(...some)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject)
  })
}
