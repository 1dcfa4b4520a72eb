import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { LIMITS, Unreadable } from './limits.ts'

/**
 * An archive in memory. Names are only compared, never used as paths; bytes are counted while they are inflated, because headers may lie.
 */
export interface Archive {
  readonly names: readonly string[]
  /** Undefined: there is no such entry. */
  read(name: string): Promise<Buffer | undefined>
  /** Inflates everything once and discards it, for readers that do not count themselves. */
  check(): Promise<void>
}

export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await yauzl
    .fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    .catch((cause: unknown) => {
      throw new Unreadable(`the archive is damaged: ${messageOf(cause)}`)
    })
  const entries = await entriesOf(zip)
  let inflated = 0
  const count = (more: number) => {
    inflated += more
    const far = inflated > LIMITS.ratioFrom && inflated > bytes.length * LIMITS.ratio
    if (inflated > LIMITS.unpacked || far)
      throw new Unreadable(`it unpacks to more than ${far ? `${LIMITS.ratio} times its size` : '200 MB'}`)
  }
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name)
      return entry === undefined ? undefined : Buffer.concat(await inflate(zip, entry, count, 'kept'))
    },
    async check() {
      const before = inflated
      for (const entry of entries.values()) await inflate(zip, entry, count, 'dropped')
      inflated = before
    },
  }
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  if (zip.entryCount > LIMITS.entries) throw new Unreadable(`it has more than ${LIMITS.entries} entries`)
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= LIMITS.entries) throw new Unreadable(`it has more than ${LIMITS.entries} entries`)
      if ((entry.generalPurposeBitFlag & 1) !== 0) throw new Unreadable('it needs a password')
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    }
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : new Unreadable(`the archive is damaged: ${messageOf(cause)}`)
  }
  return entries
}

async function inflate(
  zip: ZipFile,
  entry: Entry,
  count: (more: number) => void,
  what: 'kept' | 'dropped',
): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = []
  try {
    const stream = await zip.openReadStreamPromise(entry)
    const bytes = stream as AsyncIterable<Buffer> // a stream without an encoding gives bytes
    for await (const chunk of bytes) {
      count(chunk.length)
      if (what === 'kept') chunks.push(chunk)
    }
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : new Unreadable(`the archive is damaged: ${messageOf(cause)}`)
  }
  return chunks
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
