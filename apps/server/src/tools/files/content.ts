import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Most bytes of a file that are read or shown. */
const FILE_LIMIT = 5_000_000

export interface Content {
  readonly hash: string | null
  /** Null: does not exist. */
  readonly text: string | null
}

/** A file's text and hash; a missing file has neither. Throws for what is no regular readable file. */
export async function readContent(path: string): Promise<Content> {
  try {
    const bytes = await readFile(path)
    if (bytes.length > FILE_LIMIT) throw new Error(`\`${path}\` is larger than ${FILE_LIMIT} bytes`)
    return { hash: createHash('sha256').update(bytes).digest('hex'), text: bytes.toString('utf8') }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      return { hash: null, text: null }
    throw cause
  }
}
