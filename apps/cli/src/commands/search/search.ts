import { searchRoutes, SearchServiceId, type SearchSettingsView } from '@countersign/protocol'
import { text } from 'node:stream/consumers'
import type { ApiAnswer } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'

/** Services that search the web, and which of them does. */
export function listSearch(options: JsonOption): Promise<number> {
  return onServer(async (api) => shown(await api.call(searchRoutes.read, {}), options))
}

/** Stores a key or an address from standard input, because arguments are visible to others on the machine. */
export async function setSearch(name: string, options: JsonOption): Promise<number> {
  const service = serviceOf(name)
  if (service === undefined) return unknownService(name)
  if (process.stdin.isTTY) console.error('Key or address, then Enter and Ctrl-D:')
  const value = (await text(process.stdin)).trim()
  if (value === '') return complain('give the key, or the address, on standard input')
  return onServer(async (api) => {
    const stored = await api.call(searchRoutes.set, { params: { service }, body: { value } })
    if (!stored.ok) return complain(stored.message)
    const tried = await api.call(searchRoutes.check, { params: { service } })
    if (tried.ok && !tried.body.ok)
      console.error(`countersign: stored, but it does not work: ${tried.body.message}`)
    return shown(stored, options)
  })
}

/** Deletes the stored service. */
export async function removeSearch(name: string, options: JsonOption): Promise<number> {
  const service = serviceOf(name)
  if (service === undefined) return unknownService(name)
  return onServer(async (api) => shown(await api.call(searchRoutes.remove, { params: { service } }), options))
}

/** Chooses the search service; `any` uses the first that is set up. */
export async function useSearch(name: string, options: JsonOption): Promise<number> {
  const chosen = name === 'any' ? null : serviceOf(name)
  if (chosen === undefined) return unknownService(name)
  return onServer(async (api) => shown(await api.call(searchRoutes.choose, { body: { chosen } }), options))
}

function serviceOf(name: string): SearchServiceId | undefined {
  return SearchServiceId.options.find((service) => service === name)
}

function unknownService(name: string): number {
  return complain(`\`${name}\` is not a search service; use one of ${SearchServiceId.options.join(', ')}`)
}

function shown(answer: ApiAnswer<SearchSettingsView>, { json }: JsonOption): number {
  if (!answer.ok) return complain(answer.message)
  const { services, used } = answer.body
  if (json === true) return print(JSON.stringify(answer.body, null, 2))
  return print(
    services
      .map(({ id, source, last4, problem }) => {
        const end = last4 === null ? '' : ` (…${last4})`
        const state = source === 'none' ? 'not set up' : `from the ${source}${end}`
        return `${id === used ? '*' : ' '} ${id.padEnd(8)} ${problem ?? state}`
      })
      .join('\n'),
  )
}
