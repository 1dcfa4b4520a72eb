import { createHash } from 'node:crypto'
import type { Host } from '../../../platform/host.ts'
import type { ContentFiles } from '../../../platform/files/content-files.ts'
import { passagesOf } from '../chunks/passages.ts'
import type { ClaimedDocument, DocumentQueue } from '../data/queue.ts'
import type { Extractor } from '../extract/extractor.ts'
import { tidyIndex } from '../index/segments.ts'
import { prepareDocument } from '../index/write-document.ts'
import type { Stems } from '../words/stems.ts'
import { readLinked } from './linked-file.ts'

export interface IngestParts {
  readonly host: Pick<Host, 'store' | 'failed'>
  readonly queue: DocumentQueue
  readonly files: ContentFiles
  readonly extractor: Extractor
  readonly stems: Stems
  /** Why a linked file may not be read; undefined: it may. */
  withheld(document: ClaimedDocument): Promise<string | undefined>
  /** Something in this collection changed. */
  changed(document: Pick<ClaimedDocument, 'owner' | 'collection_id'>): void
}

/** Reads waiting documents in sequence, until none is left. If killed, the current one starts over. */
export function ingest(parts: IngestParts) {
  let running: Promise<void> | undefined
  let stopped = false

  async function all(): Promise<void> {
    while (!stopped) {
      const document = await parts.queue.claim()
      if (document === undefined) return
      parts.changed(document)
      await one(parts, document)
      parts.changed(document)
      await tidyIndex(parts.host.store.db, document.collection)
    }
  }

  return {
    /** Begins now, or continues if it has begun. */
    round(): Promise<void> {
      running ??= all().finally(() => {
        running = undefined
      })
      return running
    },
    async tidy(): Promise<void> {
      for (const collection of await parts.queue.untidy()) await tidyIndex(parts.host.store.db, collection)
    },
    async stop(): Promise<void> {
      stopped = true
      await running?.catch(() => undefined)
    },
  }
}

async function one(parts: IngestParts, document: ClaimedDocument): Promise<void> {
  const { queue, extractor, stems } = parts
  const why = await parts.withheld(document)
  if (why !== undefined)
    return queue.end(document, 'skipped', { reason: `the agent may not read it: ${why}` })
  const source = await sourceOf(parts, document)
  if (source.kind !== 'file') return queue.end(document, source.kind, { reason: source.reason })
  const { bytes, modified } = source
  const facts = { bytes: bytes.length, modified, sha256: createHash('sha256').update(bytes).digest('hex') }
  const read = await extractor.extract(document.name, bytes)
  if (!read.ok) return queue.end(document, read.code, { reason: read.reason, facts })
  const { kind, extracted } = read
  const { parts: count, partsOf } = extracted
  if (!(await queue.indexing(document.key))) return
  parts.changed(document)
  const prepared = await prepareDocument(stems, { ...extracted, passages: passagesOf(extracted) })
  await queue.finish(document, prepared, { ...facts, kind, parts: count, partsOf })
}

type Source =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly modified: number | null }
  | { readonly kind: 'failed' | 'skipped' | 'gone'; readonly reason: string }

async function sourceOf({ files }: IngestParts, document: ClaimedDocument): Promise<Source> {
  if (document.root !== null) return readLinked(document.root, document.name)
  const bytes = await files.get(document.sha256 ?? '')
  return bytes === undefined
    ? { kind: 'failed', reason: 'the file is no longer stored; add it again' }
    : { kind: 'file', bytes, modified: null }
}
