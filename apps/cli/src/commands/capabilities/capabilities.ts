import { threadCommands, threadRoutes } from '@countersign/protocol'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { namedOrLast } from '../named-thread.ts'

export interface CapabilityOptions extends JsonOption {
  readonly thread?: string
  readonly grant: readonly string[]
  readonly withhold: readonly string[]
  readonly reset: readonly string[]
}

/** Prints a thread's capabilities, after an optional change. */
export function threadCapabilities(options: CapabilityOptions): Promise<number> {
  return onServer(async (api) => {
    const named = await namedOrLast(api, options.thread)
    if (!named.ok) return complain(named.message)
    const { id } = named
    const change = [
      ...options.grant.map((name) => [name, true] as const),
      ...options.withhold.map((name) => [name, false] as const),
      ...options.reset.map((name) => [name, null] as const),
    ]
    if (change.length > 0) {
      const capabilities = Object.fromEntries(change)
      const done = await api.command(threadCommands.setCapabilities, { thread_id: id, capabilities })
      if (!done.ok) return complain(done.message)
    }
    const answer = await api.call(threadRoutes.capabilities, { params: { id } })
    if (!answer.ok) return complain(answer.message)
    const view = answer.body
    if (options.json === true) return print(JSON.stringify(view, null, 2))
    const lines = [`has       ${view.has.join(' ') || 'nothing'}`]
    if (view.granted.length > 0) lines.push(`granted   ${view.granted.join(' ')}`)
    if (view.withheld.length > 0) lines.push(`withheld  ${view.withheld.join(' ')}`)
    return print(lines.join('\n'))
  })
}
