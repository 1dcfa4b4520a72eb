import { collectionRoutes, type CollectionView, type DocumentView } from '@countersign/protocol'
import { setTimeout } from 'node:timers/promises'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { withCollection } from './with-collection.ts'

/** Milliseconds between two checks while it waits, and documents per request. */
const LOOK = 500
const PAGE = 500

interface StatusOptions extends JsonOption {
  readonly wait?: boolean
}

/** The documents of one collection or all. Exits with 1 if one failed. */
export function showStatus(name: string | undefined, { json, wait }: StatusOptions): Promise<number> {
  return onServer(async (api) => {
    for (;;) {
      const answer = await api.call(collectionRoutes.list, {})
      if (!answer.ok) return complain(answer.message)
      const wanted = answer.body.collections.filter(
        (one) => name === undefined || one.name.toLowerCase() === name.toLowerCase(),
      )
      if (name !== undefined && wanted.length === 0) return complain(`there is no collection \`${name}\``)
      if (
        wait === true &&
        wanted.some(({ documents: { queued, reading, indexing } }) => queued + reading + indexing > 0)
      ) {
        await setTimeout(LOOK)
        continue
      }
      return report(api, wanted, json === true)
    }
  })
}

async function report(api: Api, collections: readonly CollectionView[], json: boolean): Promise<number> {
  const all: { readonly collection: string; readonly documents: readonly DocumentView[] }[] = []
  for (const { id, name } of collections) {
    const documents: DocumentView[] = []
    for (;;) {
      const page = await api.call(collectionRoutes.documents, {
        params: { id },
        query: { after: documents.length, limit: PAGE },
      })
      if (!page.ok) return complain(page.message)
      documents.push(...page.body.documents)
      if (!page.body.more) break
    }
    all.push({ collection: name, documents })
  }
  if (json) console.log(JSON.stringify(all, null, 2))
  else
    for (const { collection, documents } of all) {
      console.log(`${collection}: ${documents.length} documents`)
      for (const { name, state, reason } of documents)
        console.log(`  ${state.padEnd(8)}  ${name}${reason === '' ? '' : `: ${reason}`}`)
    }
  return all.some(({ documents }) => documents.some(({ state }) => state === 'failed')) ? 1 : 0
}

export function searchCollection(name: string, question: string, { json }: JsonOption): Promise<number> {
  return withCollection(name, async (api, { id }) => {
    const answer = await api.call(collectionRoutes.search, { params: { id }, query: { query: question } })
    if (!answer.ok) return complain(answer.message)
    const { passages, withheld, near } = answer.body
    if (json === true) return print(JSON.stringify(answer.body, null, 2))
    if (passages.length === 0)
      console.log(
        near.length === 0 ? 'Nothing was found.' : `Nothing was found. Similar spellings: ${near.join(', ')}`,
      )
    for (const one of passages) {
      const where = [one.document, one.place, one.heading].filter((part) => part !== '').join(' · ')
      console.log(`[${one.id}] ${where}\n${one.text}\n`)
    }
    for (const { document, why } of withheld) console.log(`${document} is left out: ${why}`)
    return 0
  })
}
