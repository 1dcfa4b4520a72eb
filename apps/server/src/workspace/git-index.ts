/** Paths that a repository tracks, relative to its root. */
export interface GitIndex {
  has(path: string): boolean
  /** The state of a file when it was last staged; undefined: it is not tracked, or only as part of a folder. */
  entry(path: string): StagedFile | undefined
}

export interface StagedFile {
  /** In seconds and in the nanoseconds beyond; as 32 bits. */
  readonly seconds: number
  readonly nanoseconds: number
  readonly bytes: number
  /** Hash of its content, hex: SHA-1, or SHA-256 if it is longer. */
  readonly id: string
}

/** Bytes of an entry before its object id, and after it: times, numbers, mode, owner, size; then flags. */
const HEAD = 40
const EXTENDED = 0x4000
/** A folder that represents everything below it. */
const FOLDER = 0o040000
/** Maximum bytes of a path, and of all paths: an entry may repeat the previous path and is then much longer than its space in the file. */
const PATH_LIMIT = 4096
const TEXT_LIMIT = 128_000_000
const MODES: ReadonlySet<number> = new Set([FOLDER, 0o100644, 0o100755, 0o100664, 0o120000, 0o160000])

/**
 * Reads the index file of a git repository without starting a program, because git in a foreign folder runs what that folder says.
 * Undefined: the format is not supported, and nothing is known.
 */
export function readGitIndex(bytes: Buffer): GitIndex | undefined {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  // Object ids are SHA-1 or SHA-256; only other files say which.
  return readEntries(bytes, version, 20) ?? readEntries(bytes, version, 32)
}

function readEntries(bytes: Buffer, version: number, idLength: number): GitIndex | undefined {
  const count = bytes.readUInt32BE(8)
  const paths = new Map<string, number>()
  const folders = new Set<string>()
  let at = 12
  let name = ''
  let text = 0
  for (let index = 0; index < count; index += 1) {
    if (at + HEAD + idLength + 2 > bytes.length) return undefined
    const mode = bytes.readUInt32BE(at + 24)
    if (!MODES.has(mode)) return undefined
    const flags = bytes.readUInt16BE(at + HEAD + idLength)
    let start = at + HEAD + idLength + 2
    if (version > 2 && (flags & EXTENDED) !== 0) start += 2
    if (version === 4) {
      const cut = readOffset(bytes, start)
      if (cut === undefined || cut.value > Buffer.byteLength(name)) return undefined
      name = Buffer.from(name)
        .subarray(0, Buffer.byteLength(name) - cut.value)
        .toString('utf8')
      start = cut.next
    } else name = ''
    const end = bytes.indexOf(0, start)
    if (end < 0 || end - start > PATH_LIMIT) return undefined
    name += bytes.toString('utf8', start, end)
    text += name.length
    if (name === '' || name.length > PATH_LIMIT || text > TEXT_LIMIT) return undefined
    if (mode === FOLDER) folders.add(name.endsWith('/') ? name : `${name}/`)
    else paths.set(name, at)
    // Up to version 3 entries are padded with one to eight zeros.
    at = version === 4 ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8
  }
  if (!endsWhole(bytes, at, idLength)) return undefined
  return {
    has: (path) => paths.has(path) || (folders.size > 0 && isBelow(path, folders)),
    entry(path) {
      const start = paths.get(path)
      if (start === undefined) return undefined
      return {
        seconds: bytes.readUInt32BE(start + 8),
        nanoseconds: bytes.readUInt32BE(start + 12),
        bytes: bytes.readUInt32BE(start + 36),
        id: bytes.toString('hex', start + HEAD, start + HEAD + idLength),
      }
    },
  }
}

/** Whether one of the folders on a path is among these. */
function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
    if (folders.has(path.slice(0, end + 1))) return true
  return false
}

/** How many bytes of the previous name are dropped: seven bits each, highest first. */
function readOffset(
  bytes: Buffer,
  from: number,
): { readonly value: number; readonly next: number } | undefined {
  let at = from
  let byte = bytes[at]
  if (byte === undefined) return undefined
  let value = byte & 127
  while ((byte & 128) !== 0) {
    at += 1
    byte = bytes[at]
    if (byte === undefined || value > 1_000_000) return undefined
    value = (value + 1) * 128 + (byte & 127)
  }
  return { value, next: at + 1 }
}

/**
 * Whether the extensions end exactly at the final checksum, and none of them says that entries are in another file (`link`). With the wrong
 * length of object ids they end elsewhere.
 */
function endsWhole(bytes: Buffer, from: number, idLength: number): boolean {
  const end = bytes.length - idLength
  let at = from
  while (at + 8 <= end) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === end
}
