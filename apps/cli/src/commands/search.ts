import { SearchSettingsView } from '@countersign/protocol'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { ApiAnswer } from '../server-client.ts'
import { complain, onServer, print, type JsonOption } from './output.ts'

const PATH = '/api/settings/search'
const at = (service: string) => `${PATH}/${encodeURIComponent(service)}`

/** Services that search the web, and which of them does. */
export function listSearch(options: JsonOption): Promise<number> {
  return onServer(async (api) => shown(await api.get(PATH), options))
}

/** Stores a key or an address. It comes on standard input: arguments can be seen by others on the machine. */
export async function setSearch(service: string, options: JsonOption): Promise<number> {
  if (process.stdin.isTTY) console.error('Key or address, then Enter and Ctrl-D:')
  const value = (await text(process.stdin)).trim()
  if (value === '') return complain('give the key, or the address, on standard input')
  return onServer(async (api) => {
    const stored = await api.put(at(service), { value })
    if (!stored.ok) return complain(stored.message)
    const tried = await api.post(`${at(service)}/check`, {})
    const result = tried.ok
      ? z.object({ ok: z.boolean(), message: z.string().optional() }).parse(tried.body)
      : undefined
    if (result?.ok === false) console.error(`countersign: stored, but it does not answer: ${result.message}`)
    return shown(stored, options)
  })
}

/** Forgets what was stored. */
export function removeSearch(service: string, options: JsonOption): Promise<number> {
  return onServer(async (api) => shown(await api.remove(at(service)), options))
}

/** Chooses the service that searches; `any` takes the first that is set up. */
export function useSearch(service: string, options: JsonOption): Promise<number> {
  return onServer(async (api) =>
    shown(await api.patch(PATH, { chosen: service === 'any' ? null : service }), options),
  )
}

function shown(answer: ApiAnswer, { json }: JsonOption): number {
  if (!answer.ok) return complain(answer.message)
  const { services, used } = SearchSettingsView.parse(answer.body)
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
