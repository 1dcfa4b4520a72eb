import { CapabilityView } from '@countersign/protocol'
import { complain, onServer, print, type JsonOption } from './output.ts'
import { anyThread } from './threads.ts'

export interface CapabilityOptions extends JsonOption {
  readonly thread?: string
  readonly grant: readonly string[]
  readonly withhold: readonly string[]
  readonly reset: readonly string[]
}

/** What a chat has, after a change if one is asked for. */
export function chatCapabilities(options: CapabilityOptions): Promise<number> {
  return onServer(async (api) => {
    const id = options.thread ?? (await anyThread(api))
    if (id === undefined) return complain('there is no chat yet; name one with `--thread`')
    const change = [
      ...options.grant.map((name) => [name, true] as const),
      ...options.withhold.map((name) => [name, false] as const),
      ...options.reset.map((name) => [name, null] as const),
    ]
    if (change.length > 0) {
      const capabilities = Object.fromEntries(change)
      const done = await api.post('/api/commands', { type: 'capabilities_set', thread_id: id, capabilities })
      if (!done.ok) return complain(done.message)
    }
    const answer = await api.get(`/api/threads/${encodeURIComponent(id)}/capabilities`)
    if (!answer.ok) return complain(answer.message)
    const view = CapabilityView.parse(answer.body)
    if (options.json === true) return print(JSON.stringify(view, null, 2))
    const lines = [`has       ${view.has.join(' ') || 'nothing'}`]
    if (view.granted.length > 0) lines.push(`granted   ${view.granted.join(' ')}`)
    if (view.withheld.length > 0) lines.push(`withheld  ${view.withheld.join(' ')}`)
    return print(lines.join('\n'))
  })
}
