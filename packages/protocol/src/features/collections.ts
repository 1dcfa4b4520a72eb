import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'

/** Limits in characters: the name of a collection, its description, and a question. */
export const COLLECTION_NAME = 80
const COLLECTION_ABOUT = 500
export const QUESTION_LIMIT = 400
/** Maximum number of passages in one answer. */
export const PASSAGES_LIMIT = 20
/** Largest file that is indexed, in bytes. */
export const DOCUMENT_BYTES = 50_000_000
/** A folder with more files than this is linked only after a person has seen the number. */
export const FOLDER_PREVIEW = 2000

export const CollectionId = z.string().regex(/^col_[A-Za-z0-9]{1,40}$/)
export type CollectionId = z.infer<typeof CollectionId>
export const DocumentId = z.string().regex(/^doc_[A-Za-z0-9]{1,40}$/)
export type DocumentId = z.infer<typeof DocumentId>
const LinkedFolderId = z.string().regex(/^fol_[A-Za-z0-9]{1,40}$/)
/** The id that an answer cites: `[p_7f3a]`. */
export const PassageId = z.string().regex(/^p_[0-9a-z]{1,12}$/)
export type PassageId = z.infer<typeof PassageId>

/** The name of a collection, as used in rules and tools. */
export const CollectionName = z
  .string()
  .trim()
  .min(1)
  .max(COLLECTION_NAME)
  .regex(/^[^\p{Cc}\p{Cf}()[\]*?{}]+$/u, 'no brackets, no `*`, `?` and no control characters')

export const DocumentState = z.enum(['queued', 'reading', 'indexing', 'ready', 'failed', 'skipped', 'gone'])
export type DocumentState = z.infer<typeof DocumentState>

const Counts = z.record(DocumentState, z.number())

/** A model that finds passages by meaning, and its progress. */
export const EmbeddingView = z.object({
  /** `ollama/nomic-embed-text`. */
  model: z.string(),
  /** False: passages are still being added; the previous model serves until then. */
  serving: z.boolean(),
  /** Passages it has so far. */
  passages: z.number(),
  /** Why it is stuck; it retries automatically. */
  problem: z.string().nullable(),
})
export type EmbeddingView = z.infer<typeof EmbeddingView>

export const CollectionView = z.object({
  id: CollectionId,
  name: z.string(),
  description: z.string(),
  documents: Counts,
  passages: z.number(),
  /** Languages of its documents, most common first. */
  languages: z.array(z.string()),
  /** Models for search by meaning: none, one, or one that serves and one that will replace it. */
  models: z.array(EmbeddingView),
  /** Milliseconds. */
  changed_at: z.number(),
})
export type CollectionView = z.infer<typeof CollectionView>

export const LinkedFolderView = z.object({
  id: LinkedFolderId,
  path: z.string(),
  documents: Counts,
  /** When it was last compared with the disk; null: never. */
  scanned_at: z.number().nullable(),
  /** Why it could not be read. */
  problem: z.string().nullable(),
})
export type LinkedFolderView = z.infer<typeof LinkedFolderView>

export const DocumentView = z.object({
  id: DocumentId,
  name: z.string(),
  /** The linked folder that contains it; null: it was added as a file. */
  folder: LinkedFolderId.nullable(),
  /** `others`: written or downloaded by an agent, or by someone else. */
  origin: z.enum(['yours', 'others']),
  kind: z.string(),
  bytes: z.number(),
  language: z.string(),
  /** For example 88 `pages` or 4 `sheets`. */
  parts: z.number(),
  parts_of: z.string(),
  passages: z.number(),
  state: DocumentState,
  /** Why it failed or was skipped. */
  reason: z.string(),
  /** When it entered this state, in milliseconds. */
  since: z.number(),
})
export type DocumentView = z.infer<typeof DocumentView>

/** A stretch of a passage that matches the question. */
export const MarkView = z.object({
  start: z.number(),
  end: z.number(),
  kind: z.enum(['found', 'taught']),
})
export type MarkView = z.infer<typeof MarkView>

export const PassageView = z.object({
  id: PassageId,
  collection: z.string(),
  collection_id: CollectionId,
  document_id: DocumentId,
  document: z.string(),
  /** `page 41`, `line 18`, `sheet EU, row 14`. */
  place: z.string(),
  heading: z.string(),
  text: z.string(),
  origin: z.enum(['yours', 'others']),
  marks: z.array(MarkView),
  /** Other documents that say nearly the same. */
  also: z.array(z.string()),
})
export type PassageView = z.infer<typeof PassageView>

/** The result of a search: exactly what the agent would get. */
export const SearchView = z.object({
  passages: z.array(PassageView),
  /** Words of the question that were found, and words learned from the first passages. */
  found: z.array(z.string()),
  taught: z.array(z.string()),
  /** Words that are too common to search for. */
  left: z.array(z.string()),
  /** Similar spellings, if nothing was found. */
  near: z.array(z.string()),
  /** Passages that rules withhold from the agent, with the rule. */
  withheld: z.array(z.object({ document: z.string(), why: z.string() })),
  /** Why search by meaning took no part; null: it did, or there is no model. */
  problem: z.string().nullable(),
  milliseconds: z.number(),
})
export type SearchView = z.infer<typeof SearchView>

/** A part of a document, as extracted. */
export const ReadPassage = z.object({
  id: PassageId,
  ordinal: z.number(),
  heading: z.string(),
  place: z.string(),
  /** For a PDF; null: the document has no pages. */
  page: z.number().nullable(),
  text: z.string(),
})
export type ReadPassage = z.infer<typeof ReadPassage>

/** One citation of an answer, checked. */
export const CitationView = z.object({
  id: z.string(),
  /** Its position in the text, in characters. */
  at: z.number(),
  /** `unknown`: this chat was never given such a passage. `removed`: it was, but the passage is gone. */
  state: z.enum(['cited', 'quoted', 'not_verbatim', 'unknown', 'removed']),
  collection_id: CollectionId.nullable(),
  document_id: DocumentId.nullable(),
  document: z.string(),
  place: z.string(),
})
export type CitationView = z.infer<typeof CitationView>

/** Sent to sockets that follow `collections:` and the person: something in this collection changed. */
export const CollectionChanged = z.object({ type: z.literal('document_changed'), collection: CollectionId })
export type CollectionChanged = z.infer<typeof CollectionChanged>

/** `service/model`, or `static/folder`. */
const EmbeddingId = z.string().regex(/^[\w.-]{1,60}\/[^\s\p{Cc}]{1,200}$/u)

export const EmbeddingPriceView = z.object({
  model: z.string(),
  /** Passages that would be sent now, and roughly how many tokens they have. */
  passages: z.number(),
  tokens: z.number(),
  /** US dollars; null: unknown. */
  usd: z.number().nullable(),
  /** Nothing leaves this machine. */
  here: z.boolean(),
})
export type EmbeddingPriceView = z.infer<typeof EmbeddingPriceView>

export const OcrView = z.object({
  state: z.enum(['absent', 'coming', 'there']),
  /** Bytes to download, and bytes it takes up now. */
  download: z.number(),
  bytes: z.number(),
  /** Why it could not be downloaded. */
  problem: z.string().nullable(),
})
export type OcrView = z.infer<typeof OcrView>

const One = z.object({ id: CollectionId })
const OneDocument = z.object({ id: CollectionId, document: DocumentId })
const Whole = z.object({ collection: CollectionView, folders: z.array(LinkedFolderView) })
const Done = z.object({ ok: z.literal(true) })

/**
 * Collections of documents. Agents read them with tools; only a person adds, links and deletes. Like files, the contents of documents are
 * for a person to see here: a program with the token must read them through the gate.
 */
export const collectionRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/collections',
    needs: 'read',
    about: 'your collections, by name',
    reply: z.object({ collections: z.array(CollectionView) }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/api/collections',
    needs: 'person',
    about: 'creates a collection',
    body: z.object({ name: CollectionName, description: z.string().max(COLLECTION_ABOUT).optional() }),
    reply: z.object({ collection: CollectionView }),
  }),
  read: defineRoute({
    method: 'GET',
    path: '/api/collections/:id',
    needs: 'person',
    about: 'one collection, with its linked folders',
    params: One,
    reply: Whole,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/collections/:id',
    needs: 'person',
    about: 'deletes a collection; linked files stay where they are',
    params: One,
    reply: Done,
  }),
  documents: defineRoute({
    method: 'GET',
    path: '/api/collections/:id/documents',
    needs: 'person',
    about: 'its documents: failed ones and those in progress first, then by name; `after` continues',
    params: One,
    query: z.object({
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
      wanted: z.string().max(200).optional(),
    }),
    reply: z.object({ documents: z.array(DocumentView), more: z.boolean() }),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/api/collections/:id/documents',
    needs: 'person',
    about: 'adds a file; replaces one with the same name',
    params: One,
    query: z.object({ name: z.string().min(1).max(300), origin: z.enum(['yours', 'others']).optional() }),
    file: 'application/octet-stream',
    limit: DOCUMENT_BYTES,
    reply: z.object({ document: DocumentView }),
  }),
  link: defineRoute({
    method: 'POST',
    path: '/api/collections/:id/folders',
    needs: 'person',
    about: `links a folder; one with more than ${FOLDER_PREVIEW} files only with \`confirmed\``,
    params: One,
    body: z.object({ path: z.string().min(1).max(4000), confirmed: z.boolean().optional() }),
    reply: z.object({ linked: z.boolean(), files: z.number() }),
  }),
  unlink: defineRoute({
    method: 'DELETE',
    path: '/api/collections/:id/folders/:folder',
    needs: 'person',
    about: 'unlinks a folder; its files stay where they are',
    params: z.object({ id: CollectionId, folder: LinkedFolderId }),
    reply: Done,
  }),
  retry: defineRoute({
    method: 'POST',
    path: '/api/collections/:id/documents/:document/retry',
    needs: 'person',
    about: 'reads a document again',
    params: OneDocument,
    reply: Done,
  }),
  drop: defineRoute({
    method: 'DELETE',
    path: '/api/collections/:id/documents/:document',
    needs: 'person',
    about: 'removes a document that was added as a file',
    params: OneDocument,
    reply: Done,
  }),
  text: defineRoute({
    method: 'GET',
    path: '/api/collections/:id/documents/:document/text',
    needs: 'person',
    about: 'the text of a document as it was read, around a passage or from a given position',
    params: OneDocument,
    query: z.object({
      around: PassageId.optional(),
      from: z.coerce.number().int().min(0).optional(),
    }),
    reply: z.object({
      document: DocumentView,
      passages: z.array(ReadPassage),
      more: z.boolean(),
    }),
  }),
  file: defineRoute({
    method: 'GET',
    path: '/api/collections/:id/documents/:document/file',
    needs: 'person',
    about: 'the bytes of a document, as added or as they are in the linked folder',
    params: OneDocument,
  }),
  search: defineRoute({
    method: 'GET',
    path: '/api/collections/:id/search',
    needs: 'person',
    about: 'what `query_collection` would return to an agent for this question',
    params: One,
    query: z.object({
      query: z.string().min(1).max(QUESTION_LIMIT),
      limit: z.coerce.number().int().min(1).max(PASSAGES_LIMIT).optional(),
    }),
    reply: SearchView,
  }),
  price: defineRoute({
    method: 'GET',
    path: '/api/collections/:id/model',
    needs: 'person',
    about: 'what search by meaning with a model would cost in this collection, before anything is sent',
    params: One,
    query: z.object({ model: EmbeddingId }),
    reply: EmbeddingPriceView,
  }),
  choose: defineRoute({
    method: 'PUT',
    path: '/api/collections/:id/model',
    needs: 'person',
    about:
      'chooses the model for search by meaning; null: words only. The previous model serves until the new one has every passage',
    params: One,
    body: z.object({ model: EmbeddingId.nullable() }),
    reply: z.object({ collection: CollectionView }),
  }),
  embedders: defineRoute({
    method: 'GET',
    path: '/api/collections/models',
    needs: 'read',
    about:
      'models for search by meaning: static ones in the data folder, and those that services and servers are known to offer',
    reply: z.object({ models: z.array(z.string()) }),
  }),
  ocr: defineRoute({
    method: 'GET',
    path: '/api/collections/ocr',
    needs: 'read',
    about: 'whether text in scans and pictures can be read',
    reply: OcrView,
  }),
  bringOcr: defineRoute({
    method: 'POST',
    path: '/api/collections/ocr',
    needs: 'person',
    about:
      'downloads OCR for English with npm into the data folder, and reads the documents that waited for it',
    reply: OcrView,
  }),
  removeOcr: defineRoute({
    method: 'DELETE',
    path: '/api/collections/ocr',
    needs: 'person',
    about: 'removes OCR from the data folder; text that it read stays',
    reply: OcrView,
  }),
  citations: defineRoute({
    method: 'POST',
    path: '/api/collections/citations',
    needs: 'read',
    about: 'checks the citations in a text against what its chat was given, and quotes against the passages',
    body: z.object({ thread_id: ThreadId, text: z.string().max(200_000) }),
    reply: z.object({ citations: z.array(CitationView) }),
  }),
}
