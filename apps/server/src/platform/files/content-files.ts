import type { Clock } from '@countersign/agent'
import { createHash } from 'node:crypto'
import { readFileSync, statSync, utimesSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../disk/error-code.ts'
import { writeWhole } from '../../disk/write-whole.ts'
import { filesBelow, removeOld, type Retention } from './old-files.ts'

/** Files by the hash of their content (SHA-256, in hex). Only the owner of the data folder can read them. */
export interface ContentFiles {
  /** Stores a content atomically, and returns its hash. Storing a content again marks it as used now. */
  put(bytes: Buffer, options?: PutOptions): Promise<string>
  /** Undefined: it is not stored, was pruned, or the file no longer has this content. */
  get(hash: string): Promise<Buffer | undefined>
  /** The same, for callers that cannot wait. */
  getNow(hash: string): Buffer | undefined
  /** Marks it as used now, which resets its age. False: it is not stored. */
  touch(hash: string): Promise<boolean>
  /** Removes a content; does nothing if it is not stored. */
  remove(hash: string): Promise<void>
  hashes(): Promise<readonly string[]>
  /** Returns how many files were removed. */
  prune(retention: Retention): Promise<number>
}

export interface PutOptions {
  /** The hash of the content, if the caller already knows it. */
  readonly hash?: string
  /** False: it may be lost if the machine fails in the next moments. */
  readonly sync?: boolean
}

export function contentFiles(parts: {
  readonly folder: string
  readonly clock: Clock
  /** The name that an older version gave the file, below the folder. */
  readonly olderName?: (hash: string) => string
}): ContentFiles {
  const { folder, clock, olderName } = parts
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  const placesOf = (hash: string) => {
    // A hash becomes a path: nothing else may.
    if (!HASH.test(hash)) return []
    return [pathOf(hash), ...(olderName === undefined ? [] : [join(folder, olderName(hash))])]
  }

  /** Written here without waiting for the disk. */
  const unsynced = new Set<string>()

  function use(path: string): boolean {
    const seconds = clock.now() / 1000
    try {
      utimesSync(path, seconds, seconds)
      return true
    } catch (cause) {
      if (errorCode(cause) === 'ENOENT') return false
      throw cause
    }
  }

  return {
    async put(bytes, { hash = hashOf(bytes), sync = true } = {}) {
      const path = pathOf(hash)
      const isEnough = !sync || !unsynced.has(hash)
      // An incomplete one has another length.
      if (isEnough && sizeOf(path) === bytes.length && use(path)) return hash
      if (!sync) note(unsynced, hash)
      await writeInNewFolder(path, bytes, sync)
      if (sync) unsynced.delete(hash)
      return hash
    },
    async get(hash) {
      for (const path of placesOf(hash)) {
        const bytes = await readIfThere(path)
        if (bytes !== undefined && hashOf(bytes) === hash) return bytes
      }
      return undefined
    },
    getNow(hash) {
      for (const path of placesOf(hash)) {
        const bytes = readNowIfThere(path)
        if (bytes !== undefined && hashOf(bytes) === hash) return bytes
      }
      return undefined
    },
    async touch(hash) {
      for (const path of placesOf(hash)) if (use(path)) return true
      return false
    },
    async remove(hash) {
      for (const path of placesOf(hash)) await rm(path, { force: true })
    },
    hashes: async () => (await filesBelow(folder)).flatMap(({ name }) => HASH_IN_NAME.exec(name)?.[0] ?? []),
    prune: async (retention) => {
      const kept = await filesBelow(folder)
      return removeOld(
        kept.map((one) => ({ ...one, name: HASH_IN_NAME.exec(one.name)?.[0] ?? one.name })),
        clock.now(),
        retention,
      )
    },
  }
}

/** Of more than these the system has written the first to the disk long ago. */
const MOST_UNSYNCED = 10_000

function note(hashes: Set<string>, hash: string): void {
  hashes.add(hash)
  const [oldest] = hashes
  if (hashes.size > MOST_UNSYNCED && oldest !== undefined) hashes.delete(oldest)
}

const HASH = /^[0-9a-f]{64}$/
/** Names of older versions end in the hash. */
const HASH_IN_NAME = /[0-9a-f]{64}$/

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function writeInNewFolder(path: string, bytes: Buffer, sync: boolean): Promise<void> {
  try {
    await writeWhole(path, bytes, { sync })
  } catch (cause) {
    // The first content whose hash begins with these letters.
    if (errorCode(cause) !== 'ENOENT') throw cause
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeWhole(path, bytes, { sync })
  }
}

/** Synchronous: most contents are new, and a promise that fails takes twenty times the processor time. */
function sizeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size
  } catch {
    // Unreadable: writing it says why.
    return undefined
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}

function readNowIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}
