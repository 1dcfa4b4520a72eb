import { collectionRoutes, type CollectionView } from '@countersign/protocol'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { withCollection } from './with-collection.ts'

export function listCollections({ json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(collectionRoutes.list, {})
    if (!answer.ok) return complain(answer.message)
    const { collections } = answer.body
    if (json === true) return print(JSON.stringify(collections, null, 2))
    if (collections.length === 0)
      return print('No collections yet. `countersign collections create NAME` creates one.')
    return print(collections.map(lineOf).join('\n'))
  })
}

function lineOf({ name, documents, passages, languages }: CollectionView): string {
  const working = documents.queued + documents.reading + documents.indexing
  const facts = [
    `${documents.ready} ready`,
    ...(working > 0 ? [`${working} in progress`] : []),
    ...(documents.failed > 0 ? [`${documents.failed} failed`] : []),
    ...(documents.skipped > 0 ? [`${documents.skipped} skipped`] : []),
    `${passages} passages`,
    ...languages,
  ]
  return `${name}: ${facts.join(', ')}`
}

export function createCollection(name: string, { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(collectionRoutes.create, { body: { name } })
    if (!answer.ok) return complain(answer.message)
    return print(json === true ? JSON.stringify(answer.body.collection, null, 2) : `Created ${name}.`)
  })
}

export function linkFolder(
  name: string,
  folder: string,
  { all, json }: JsonOption & { all?: boolean },
): Promise<number> {
  return withCollection(name, async (api, { id }) => {
    const answer = await api.call(collectionRoutes.link, {
      params: { id },
      body: { path: folder.startsWith('~') ? folder : resolve(folder), confirmed: all === true },
    })
    if (!answer.ok) return complain(answer.message)
    const { linked, files } = answer.body
    if (json === true) console.log(JSON.stringify(answer.body, null, 2))
    else if (linked) console.log(`Linked ${folder}: ${files} files.`)
    return linked ? 0 : complain(`${folder} has ${files} files; \`--all\` links all of them`)
  })
}

export function addDocument(name: string, file: string, { json }: JsonOption): Promise<number> {
  return withCollection(name, async (api, { id }) => {
    const bytes = await readFile(file).catch(() => undefined)
    if (bytes === undefined) return complain(`\`${file}\` cannot be read`)
    const body = new Blob([bytes], { type: 'application/octet-stream' })
    const answer = await api.call(collectionRoutes.add, {
      params: { id },
      query: { name: basename(file) },
      body,
    })
    if (!answer.ok) return complain(answer.message)
    return print(json === true ? JSON.stringify(answer.body.document, null, 2) : `Added ${basename(file)}.`)
  })
}

export function removeFrom(name: string, wanted: string, { json }: JsonOption): Promise<number> {
  return withCollection(name, async (api, { id }) => {
    const removed = (await unlinked(api, id, wanted)) ?? (await dropped(api, id, wanted))
    if (removed === undefined)
      return complain(`there is no document and no linked folder \`${wanted}\` in ${name}`)
    if (removed !== '') return complain(removed)
    return print(json === true ? JSON.stringify({ removed: wanted }) : `Removed ${wanted}.`)
  })
}

/** Empty: done. A text: why not. Undefined: there is no such folder. */
async function unlinked(api: Api, id: string, path: string): Promise<string | undefined> {
  const whole = await api.call(collectionRoutes.read, { params: { id } })
  if (!whole.ok) return whole.message
  const folder = whole.body.folders.find((one) => one.path === path || one.path === resolve(path))
  if (folder === undefined) return undefined
  const answer = await api.call(collectionRoutes.unlink, { params: { id, folder: folder.id } })
  return answer.ok ? '' : answer.message
}

async function dropped(api: Api, id: string, name: string): Promise<string | undefined> {
  const found = await api.call(collectionRoutes.documents, {
    params: { id },
    query: { wanted: name.slice(0, 200), limit: 500 },
  })
  if (!found.ok) return found.message
  const document = found.body.documents.find((one) => one.name === name)
  if (document === undefined) return undefined
  const answer = await api.call(collectionRoutes.drop, { params: { id, document: document.id } })
  return answer.ok ? '' : answer.message
}

export function deleteCollection(name: string, { json }: JsonOption): Promise<number> {
  return withCollection(name, async (api, { id }) => {
    const answer = await api.call(collectionRoutes.remove, { params: { id } })
    if (!answer.ok) return complain(answer.message)
    return print(
      json === true
        ? JSON.stringify({ deleted: name })
        : `Deleted ${name}. Linked files stay where they are.`,
    )
  })
}
