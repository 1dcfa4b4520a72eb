import type { Clock } from '@countersign/agent'
import { join } from 'node:path'
import { contentFiles, type ContentFiles } from './content-files.ts'
import type { Retention } from './old-files.ts'

/** A folder of content-addressed files that a feature has in the data folder. */
export interface FilesSpec extends Omit<Retention, 'inUse'> {
  /** Name below the data folder, unique among all features. */
  readonly folder: string
  /** A backup includes them. */
  readonly backup: boolean
  /** File names of earlier versions. */
  readonly olderName?: (hash: string) => string
}

export interface ContentFile {
  readonly folder: string
  readonly hash: string
  readonly bytes: Buffer
}

/** The content-addressed files of all features. */
export interface Files {
  /** The files of a folder that a feature declares. */
  in(folder: string): ContentFiles
  /** Removes old files in every folder, except hashes in use. */
  prune(inUse: ReadonlySet<string>): Promise<void>
  /** The files that a backup includes. */
  backedUp(): AsyncIterable<ContentFile>
}

export function openFiles(parts: {
  /** The data folder. */
  readonly home: string
  readonly clock: Clock
  readonly specs: readonly FilesSpec[]
}): Files {
  const folders = new Map(
    parts.specs.map((spec) => [
      spec.folder,
      {
        spec,
        files: contentFiles({
          folder: join(parts.home, spec.folder),
          clock: parts.clock,
          ...(spec.olderName === undefined ? {} : { olderName: spec.olderName }),
        }),
      },
    ]),
  )
  if (folders.size < parts.specs.length) throw new Error('two features keep files in one folder')

  return {
    in(folder) {
      const found = folders.get(folder)
      if (found === undefined) throw new Error(`no feature declares the files of \`${folder}\``)
      return found.files
    },
    async prune(inUse) {
      for (const { spec, files } of folders.values())
        await files.prune({ keepFor: spec.keepFor, atMost: spec.atMost, inUse })
    },
    async *backedUp() {
      for (const { spec, files } of folders.values()) {
        if (!spec.backup) continue
        for (const hash of await files.hashes()) {
          const bytes = await files.get(hash)
          if (bytes !== undefined) yield { folder: spec.folder, hash, bytes }
        }
      }
    },
  }
}
