import { UserId } from '@countersign/protocol'
import type { Place } from '@countersign/policy'
import type { Feature } from '../../platform/feature.ts'
import type { FilesSpec } from '../../platform/files/files.ts'
import type { Host } from '../../platform/host.ts'
import { storedTopic } from '../../platform/topic.ts'
import { folderOfNewChats } from '../../workspace/workspace-at.ts'
import { givenPassages } from './data/given.ts'
import { library as openLibrary } from './data/library.ts'
import { documentQueue } from './data/queue.ts'
import { COLLECTION_TABLES } from './data/tables.ts'
import { openExtractor } from './extract/extractor.ts'
import { judgeOf, READ_FILE, whyWithheld } from './readable.ts'
import { searcher } from './rank/search.ts'
import { libraryRoutes, readingRoutes } from './routes.ts'
import { linkedFolders } from './sources/folders.ts'
import { ingest } from './sources/ingest.ts'
import { changeNews } from './sources/news.ts'
import { collectionTools } from './tools.ts'
import { stemsOf } from './words/stems.ts'

/** Files that people added; they stay as long as their document. */
const FILES: FilesSpec = { folder: 'collections', keepFor: 0, backup: true }

/** Milliseconds between two looks for documents that wait, for folders that are due, and for an index to tidy. */
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
    const extractor = openExtractor(host)
    const news = changeNews(store.topics, host.failed)
    const search = searcher({ db: store.db, stems, clock: host.clock })
    const changed = ({
      owner,
      collection_id: id,
    }: {
      readonly owner: string
      readonly collection_id: string
    }) => news.tell(owner, id)
    const reading = ingest({
      host,
      queue: documentQueue(store.db, host.boot),
      files,
      extractor,
      stems,
      withheld: async ({ owner, root, name }) =>
        root === null ? undefined : (await rulesOf(host, owner))({ root, name }),
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
    return {
      forPerson: async (user) => ({
        tools: collectionTools({ db: store.db, library, given, search }, user),
        remembered: [],
      }),
      routes: [...libraryRoutes(parts), ...readingRoutes(parts)],
      jobs: [
        { name: 'reading documents of collections', every: READ_EVERY, run: () => reading.round() },
        { name: 'scanning linked folders', every: FOLDERS_EVERY, run: () => folders.round() },
        { name: 'tidying the index of collections', every: TIDY_EVERY, run: () => reading.tidy() },
      ],
      topics: [storedTopic('collections', store.topics, async ({ user }, id) => user === id)],
      filesInUse: () => library.hashes(),
      async close() {
        await folders.stop()
        await extractor.close()
        await reading.stop()
        await news.close()
      },
    }
  },
}

/** Whether rules keep a linked file from the agent, as in a new chat of its owner. */
async function rulesOf(host: Host, owner: string) {
  const user = UserId.parse(owner)
  const workspace = await folderOfNewChats(host, user)
  const place: Place = { workspace, cwd: workspace, home: host.home, own: host.own }
  const judge = judgeOf(READ_FILE, await host.policy.inFolder(user, workspace), place)
  return (file: { readonly root: string; readonly name: string }) => whyWithheld(file, judge, place)
}
