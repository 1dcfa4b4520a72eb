/** What a file may cost its reader. */
export const LIMITS = {
  /** Bytes of a file. */
  file: 50_000_000,
  pages: 2000,
  /** Limits of an archive: entries, unpacked bytes, and compression ratio. */
  entries: 10_000,
  unpacked: 200_000_000,
  ratio: 100,
  /** Below this size a high ratio is not suspicious. */
  ratioFrom: 10_000_000,
  /** Characters of the extracted text. */
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

/** The reason in documents that OCR could read. */
export const NEEDS_OCR = 'it may be a scan, which OCR can read'
