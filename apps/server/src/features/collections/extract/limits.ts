/** What a file may cost its reader. */
export const LIMITS = {
  /** Bytes of a file. */
  file: 50_000_000,
  pages: 2000,
  /** Entries of an archive, bytes that it unpacks to, and how many times its packed size that may be. */
  entries: 10_000,
  unpacked: 200_000_000,
  ratio: 100,
  /** Below this size a good ratio is no sign of anything. */
  ratioFrom: 10_000_000,
  /** Characters of the text that comes out. */
  text: 20_000_000,
  /** Rows of a table. */
  rows: 200_000,
} as const

/** Why a file is not read, for people. */
export class Unreadable extends Error {
  readonly code: 'failed' | 'skipped'

  constructor(message: string, code: 'failed' | 'skipped' = 'failed') {
    super(message)
    this.code = code
  }
}

/** What the reason of a document says that OCR would read. */
export const NEEDS_OCR = 'it may be a scan, which OCR can read'
