import { collectionRoutes, FOLDER_PREVIEW, type SearchView, type UserId } from '@countersign/protocol'
import { realpath } from 'node:fs/promises'
import type { ContentFiles } from '../../platform/files/content-files.ts'
import type { Host } from '../../platform/host.ts'
import { Content, DONE, noSuchThread, Refused, refuse, route, type Route } from '../../platform/route.ts'
import { workspaceAt } from '../../workspace/workspace-at.ts'
import { passageById, passagesFrom } from './around.ts'
import { checkCitations } from './cite.ts'
import { passageName, passageNumber, type GivenPassages } from './data/given.ts'
import { COLLECTIONS_LIMIT, type CollectionRow, type Library } from './data/library.ts'
import { rulesOf } from './readable.ts'
import type { Found, SearchWish } from './rank/search.ts'
import { readLinked } from './sources/linked-file.ts'
import { seenFiles } from './sources/scan.ts'

export interface RouteParts {
  readonly host: Host
  readonly library: Library
  readonly given: GivenPassages
  readonly files: ContentFiles
  search(wish: SearchWish): Promise<Found>
  /** Documents wait, or a folder was linked: begin now. */
  begin(): void
  changed(owner: UserId, collection: string): void
}

const USUAL = 8
const PAGE = 100
/** Passages of a document per reply, and those before the requested one. */
const SHOWN = 40
const BEFORE = 12

function noSuch(): Refused {
  return refuse(404, 'not_found', 'there is no such collection; it may have been deleted')
}

export function libraryRoutes(parts: RouteParts): readonly Route[] {
  const { host, library } = parts
  const own = async (user: UserId, id: string) => (await library.find(user, id)) ?? noSuch()
  return [
    route(collectionRoutes.list, async ({ actor }) => ({
      collections: [...(await library.list(actor.user))],
    })),
    route(collectionRoutes.create, async ({ actor: { user }, body: { name, description = '' } }) => {
      const id = `col_${host.chance.id()}`
      if (!(await library.create(user, { id, name, description })))
        return refuse(
          409,
          'unavailable',
          `there is already a collection \`${name}\`, or you have ${COLLECTIONS_LIMIT}, the limit`,
        )
      parts.changed(user, id)
      const collection = await library.view(user, id)
      return collection === undefined ? noSuch() : { collection }
    }),
    route(collectionRoutes.read, async ({ actor: { user }, params: { id } }) => {
      const found = await own(user, id)
      const collection = await library.view(user, id)
      if (found instanceof Refused || collection === undefined) return noSuch()
      return { collection, folders: [...(await library.folders(found.key))] }
    }),
    route(collectionRoutes.remove, async ({ actor: { user }, params: { id } }) => {
      const found = await own(user, id)
      if (found instanceof Refused) return found
      await library.remove(found.key)
      parts.changed(user, id)
      return DONE
    }),
    route(collectionRoutes.documents, async ({ actor: { user }, params: { id }, query }) => {
      const found = await own(user, id)
      if (found instanceof Refused) return found
      const { after = 0, limit = PAGE, wanted = '' } = query
      const documents = await library.documents(found.key, { after, limit: limit + 1, wanted })
      return { documents: documents.slice(0, limit), more: documents.length > limit }
    }),
    ...documentRoutes(parts, own),
    ...folderRoutes(parts, own),
  ]
}

type Own = (user: UserId, id: string) => Promise<CollectionRow | Refused>

function documentRoutes({ library, files, host, begin, changed }: RouteParts, own: Own): readonly Route[] {
  return [
    route(collectionRoutes.add, async ({ actor: { user }, params: { id }, query, body }) => {
      const found = await own(user, id)
      if (found instanceof Refused) return found
      const sha256 = await files.put(body)
      const document = await library.add(found.key, {
        id: `doc_${host.chance.id()}`,
        name: query.name,
        sha256,
        bytes: body.length,
        origin: query.origin ?? 'yours',
      })
      changed(user, id)
      begin()
      const view = await library.document(found.key, document)
      if (view === undefined) return noSuch()
      const { key: _key, ...shown } = view
      return { document: shown }
    }),
    route(collectionRoutes.retry, async ({ actor: { user }, params }) => {
      const found = await own(user, params.id)
      if (found instanceof Refused) return found
      const document = await library.document(found.key, params.document)
      if (document === undefined) return refuse(404, 'not_found', 'there is no such document')
      await library.retry(document.key)
      changed(user, params.id)
      begin()
      return DONE
    }),
    route(collectionRoutes.drop, async ({ actor: { user }, params }) => {
      const found = await own(user, params.id)
      if (found instanceof Refused) return found
      const document = await library.document(found.key, params.document)
      if (document === undefined) return refuse(404, 'not_found', 'there is no such document')
      if (document.folder !== null)
        return refuse(
          409,
          'unavailable',
          'it is in a linked folder: unlink the folder, or remove the file there',
        )
      await library.removeDocuments(found.key, [document.key])
      changed(user, params.id)
      return DONE
    }),
  ]
}

function folderRoutes({ library, host, begin, changed }: RouteParts, own: Own): readonly Route[] {
  return [
    route(
      collectionRoutes.link,
      async ({ actor: { user }, params: { id }, body: { path, confirmed = false } }) => {
        const found = await own(user, id)
        if (found instanceof Refused) return found
        const place = await workspaceAt(path, host)
        if (!place.ok) return refuse(400, 'bad_message', place.error.message)
        const root = await realpath(place.value)
        const files = await seenFiles(root, host.own)
        if (files === undefined) return refuse(400, 'bad_message', `\`${path}\` cannot be read`)
        if (files.length > FOLDER_PREVIEW && !confirmed) return { linked: false, files: files.length }
        if (!(await library.link(found.key, { id: `fol_${host.chance.id()}`, path: root })))
          return refuse(409, 'unavailable', 'this folder is already linked')
        changed(user, id)
        begin()
        return { linked: true, files: files.length }
      },
    ),
    route(collectionRoutes.unlink, async ({ actor: { user }, params }) => {
      const found = await own(user, params.id)
      if (found instanceof Refused) return found
      if (!(await library.unlink(found.key, params.folder)))
        return refuse(404, 'not_found', 'there is no such linked folder')
      changed(user, params.id)
      return DONE
    }),
  ]
}

/** Routes that read: search as the agent would, a document’s text, citations. */
export function readingRoutes({ host, library, given, files, search }: RouteParts): readonly Route[] {
  const { db } = host.store
  return [
    route(
      collectionRoutes.search,
      async ({ actor: { user }, params: { id }, query: { query, limit = USUAL } }) => {
        const collection = await library.find(user, id)
        if (collection === undefined) return noSuch()
        const found = await search({
          collections: [collection.key],
          question: query,
          limit,
          // Judged like a new thread, so that a search by hand shows what the agent would get.
          withheld: await rulesOf(host, user),
        })
        return searchView(collection, found)
      },
    ),
    route(collectionRoutes.text, async ({ actor: { user }, params, query }) => {
      const collection = await library.find(user, params.id)
      const found = collection && (await library.document(collection.key, params.document))
      if (collection === undefined || found === undefined)
        return refuse(404, 'not_found', 'there is no such document')
      const { key, ...document } = found
      const number = query.around === undefined ? undefined : passageNumber(query.around)
      const passage = number === undefined ? undefined : await passageById(db, number, [collection.key])
      const from = query.from ?? Math.max(0, (passage?.ordinal ?? 0) - BEFORE)
      const some = await passagesFrom(db, key, { from, limit: SHOWN + 1 })
      return {
        document,
        passages: some.slice(0, SHOWN).map(({ id, ordinal, heading, place, page, text }) => ({
          id: passageName(id),
          ordinal,
          heading,
          place,
          page,
          text,
        })),
        more: some.length > SHOWN,
      }
    }),
    route(collectionRoutes.file, async ({ actor: { user }, params }) => {
      const collection = await library.find(user, params.id)
      const found = collection && (await library.source(collection.key, params.document))
      if (found === undefined) return refuse(404, 'not_found', 'there is no such document')
      const read =
        found.root === null
          ? await files.get(found.sha256 ?? '')
          : await readLinked(found.root, found.name).then((one) =>
              one.kind === 'file' ? one.bytes : undefined,
            )
      if (read === undefined) return refuse(404, 'not_found', 'the file no longer exists')
      return new Content(read, {
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
      })
    }),
    route(collectionRoutes.citations, async ({ actor: { user }, body: { thread_id: thread, text } }) => {
      if ((await host.store.threads.get(user, thread)) === undefined) return noSuchThread()
      return { citations: [...(await checkCitations(db, given, { thread, text }))] }
    }),
  ]
}

function searchView({ id, name }: CollectionRow, found: Found): SearchView {
  return {
    ...found,
    found: [...found.found],
    taught: [...found.taught],
    left: [...found.left],
    near: [...found.near],
    withheld: [...found.withheld],
    passages: found.passages.map((passage) => ({
      id: passageName(passage.id),
      collection: name,
      collection_id: id,
      document_id: passage.document.id,
      document: passage.document.name,
      place: passage.place,
      heading: passage.heading,
      text: passage.text,
      origin: passage.document.origin === 'others' ? 'others' : 'yours',
      marks: [...passage.marks],
      also: [...passage.also],
    })),
  }
}
