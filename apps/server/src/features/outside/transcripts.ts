import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes from the end of a transcript in which a call is looked for: it was written just before it was asked about. */
const END = 2_000_000

/** The end of a file that an agent keeps of its session; empty if there is none. */
export function endOfTranscript(path: string): string {
  if (!path.endsWith('.jsonl')) return ''
  let file: number | undefined
  try {
    // A pipe must not hold the server up.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    if (!stat.isFile()) return ''
    const bytes = Buffer.alloc(Math.min(stat.size, END))
    const read = readSync(file, bytes, 0, bytes.length, stat.size - bytes.length)
    return bytes.toString('utf8', 0, read)
  } catch {
    // What cannot be read tells nothing; whoever asked takes that for the worse.
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Bytes of the longest text of instructions that is looked at. */
const LONGEST = 1_000_000

/** The text of instructions that an agent would follow; undefined: there is none; null: it cannot be looked at. */
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
