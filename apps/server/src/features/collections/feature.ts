import { join } from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import type { FilesSpec } from '../../platform/files/files.ts'
import { storedTopic } from '../../platform/topic.ts'
import { givenPassages } from './data/given.ts'
import { library as openLibrary } from './data/library.ts'
import { documentQueue } from './data/queue.ts'
import { COLLECTION_TABLES } from './data/tables.ts'
import { openExtractor } from './extract/extractor.ts'
import { broughtOcr } from './extract/ocr/brought.ts'
import { ocrRoutes } from './ocr-routes.ts'
import { rulesOf } from './readable.ts'
import { searcher } from './rank/search.ts'
import { libraryRoutes, readingRoutes } from './routes.ts'
import { linkedFolders } from './sources/folders.ts'
import { ingest } from './sources/ingest.ts'
import { changeNews } from './sources/news.ts'
import { collectionTools } from './tools.ts'
import { modelRoutes } from './model-routes.ts'
import { openVectors } from './vectors/open-vectors.ts'
import { stemsOf } from './words/stems.ts'
import { madeOnce } from '../../platform/made-once.ts'

/** Files that people added; they stay as long as their document. */
const FILES: FilesSpec = { folder: 'collections', keepFor: 0, backup: true }

/** Milliseconds between checks for waiting documents, due folders, and an index to tidy. */
const READ_EVERY = 2000
const FOLDERS_EVERY = 5000
const TIDY_EVERY = 60_000

/** Collections of documents that an agent reads and cites. */
export const collections: Feature = {
  name: 'collections',
  ...COLLECTION_TABLES,
  files: [FILES],
  start(host) {
    const { store } = host
    const library = openLibrary(store.db)
    const given = givenPassages(store.db)
    const stems = stemsOf(store.db)
    const files = host.files.in(FILES.folder)
    const ocr = broughtOcr(join(host.folder, 'ocr'))
    const extractor = openExtractor(host, undefined, () => ocr.parts())
    const news = changeNews(store.topics, host.failed)
    const changed = (one: { readonly owner: string; readonly collection_id: string }) =>
      news.tell(one.owner, one.collection_id)
    const vectors = openVectors(host, changed)
    const search = searcher({ db: store.db, stems, clock: host.clock, vectors: vectors.search })
    const reading = ingest({
      host,
      queue: documentQueue(store.db, host.boot),
      files,
      extractor,
      stems,
      withheld: async ({ owner, root, name }) => (await rulesOf(host, owner))({ root, name }),
      changed,
    })
    const read = () => {
      reading.round().catch((cause: unknown) => host.failed('reading documents', cause))
    }
    const folders = linkedFolders({
      host,
      async mayRead(owner, root) {
        const rules = await rulesOf(host, owner)
        return (name) => rules({ root, name }) === undefined
      },
      changed,
      queued: read,
    })
    const begin = () => {
      folders.round().then(read, (cause: unknown) => host.failed('scanning linked folders', cause))
    }
    const parts = {
      host,
      library,
      given,
      files,
      search,
      begin,
      changed: (owner: string, id: string) => news.tell(owner, id),
    }
    const tools = madeOnce((user) => collectionTools({ db: store.db, library, given, search }, user))
    return {
      forPerson: async (user) => ({ tools: tools(user), remembered: [] }),
      routes: [
        ...libraryRoutes(parts),
        ...readingRoutes(parts),
        ...ocrRoutes({ ...parts, ocr, read, failed: host.failed }),
        ...modelRoutes({ host, library, vectors, changed: parts.changed }),
      ],
      jobs: [
        { name: 'reading documents of collections', every: READ_EVERY, run: () => reading.round() },
        { name: 'embedding passages of collections', every: READ_EVERY, run: () => vectors.round() },
        { name: 'scanning linked folders', every: FOLDERS_EVERY, run: () => folders.round() },
        { name: 'tidying the index of collections', every: TIDY_EVERY, run: () => reading.tidy() },
      ],
      topics: [storedTopic('collections', store.topics, async ({ user }, id) => user === id)],
      filesInUse: () => library.hashes(),
      status: async () => [await ocr.status()],
      brought: async () => [...(await ocr.brought()), ...(await vectors.brought())],
      async close() {
        await folders.stop()
        await extractor.close()
        await reading.stop()
        await vectors.stop()
        await news.close()
      },
    }
  },
}
