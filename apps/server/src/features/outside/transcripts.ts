import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes from the end of a transcript that are searched for a call: it was written just before the question. */
const END = 2_000_000

/** The end of the transcript that an agent keeps of its session; empty if there is none. */
export function endOfTranscript(path: string): string {
  if (!path.endsWith('.jsonl')) return ''
  let file: number | undefined
  try {
    // A pipe must not block the server.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    if (!stat.isFile()) return ''
    const bytes = Buffer.alloc(Math.min(stat.size, END))
    const read = readSync(file, bytes, 0, bytes.length, stat.size - bytes.length)
    return bytes.toString('utf8', 0, read)
  } catch {
    // An unreadable file yields nothing; the caller assumes the worst.
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Longest text of instructions that is read, in bytes. */
const LONGEST = 1_000_000

/** The text of instructions that an agent would follow; undefined: there is none; null: it is unreadable. */
export function instructionsIn(path: string): string | null | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > LONGEST) return null
    const bytes = Buffer.alloc(stat.size)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0))
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : null
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
