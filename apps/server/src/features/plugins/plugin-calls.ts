import { parseCall, pass, Toolbelt, type CallResult, type Lease, type Tool } from '@countersign/agent'
import { ThreadId, type UserId } from '@countersign/protocol'
import type { Host } from '../../platform/host.ts'
import { settingFamily } from '../../platform/setting.ts'
import { OUTSIDE_MODEL } from '../../turns/outside-model.ts'
import { serial, type Serial } from '../../serial.ts'

const THREAD = 'plugin-thread:'

export const PLUGIN_THREADS = settingFamily({
  name: THREAD,
  scope: 'person',
  schema: ThreadId,
  about: 'The hidden thread of each plugin and folder.',
})

/** Milliseconds between two renewals of a lease. */
const RENEWAL = 5000
/** Maximum number of queued calls of one plugin. */
const QUEUE = 20

export interface PluginCall {
  readonly user: UserId
  readonly plugin: { readonly id: string; readonly name: string }
  readonly workspace: string
  readonly tool: Tool
  readonly args: unknown
  readonly signal: AbortSignal
}

export interface PluginCalls {
  /** Takes a call through the gate, in the plugin's hidden thread, which is in Ask mode. Refused while a card of the plugin waits. */
  pass(call: PluginCall): Promise<Pick<CallResult, 'state' | 'text'>>
}

type CallHost = Pick<Host, 'boot' | 'gate' | 'ids' | 'home' | 'own' | 'failed'> & {
  readonly store: Pick<Host['store'], 'threads' | 'turns' | 'settings'>
}

interface Line {
  /** Resolves with the last call of this plugin. */
  readonly inTurn: Serial
  length: number
  /** A person is being asked. */
  waiting: boolean
}

/** Requests of plugins: one call of a plugin at a time, and so at most one waiting card. */
export function pluginCalls(host: CallHost): PluginCalls {
  const lines = new Map<string, Line>()
  return {
    async pass(call) {
      const key = `${call.user}:${call.plugin.id}`
      const line = lines.get(key) ?? { inTurn: serial(), length: 0, waiting: false }
      lines.set(key, line)
      if (line.waiting)
        return refused('this plugin is already asking for something; a person must answer that first')
      if (line.length >= QUEUE) return refused('this plugin is asking for too much at once')
      line.length += 1
      try {
        return await line.inTurn(() => walk(host, call, line))
      } finally {
        line.length -= 1
      }
    },
  }
}

function refused(text: string): Pick<CallResult, 'state' | 'text'> {
  return { state: 'failed', text: `Did not run: ${text}.` }
}

async function walk(
  host: CallHost,
  call: PluginCall,
  line: Line,
): Promise<Pick<CallResult, 'state' | 'text'>> {
  if (call.signal.aborted) return refused('nobody is waiting for it any more')
  const { threadId, lease } = await openTurn(host, call)
  const lost = new AbortController()
  const renewal = setInterval(() => {
    host.store.turns.renew(lease).then(
      (kept) => void (kept || lost.abort()),
      (cause: unknown) => host.failed('renewing the lease of a plugin', cause),
    )
  }, RENEWAL)
  try {
    return await passUnder(host, call, { threadId, lease, lost: lost.signal, line })
  } finally {
    line.waiting = false
    clearInterval(renewal)
    const usage = { inputTokens: 0, outputTokens: 0 }
    await host.store.turns
      .finish(lease, { kind: 'answered', text: '', usage })
      .catch((cause: unknown) => host.failed('ending the turn of a plugin', cause))
  }
}

interface Under {
  readonly threadId: ThreadId
  readonly lease: Lease
  readonly lost: AbortSignal
  readonly line: Line
}

async function passUnder(
  { gate, ids, home, own }: CallHost,
  { plugin, workspace, tool, args, signal }: PluginCall,
  { threadId, lease, lost, line }: Under,
): Promise<CallResult> {
  const id = ids.call()
  const place = { workspace, cwd: workspace, home, own }
  const origin = { id, threadId, turnId: lease.turnId, parentId: null, depth: 0, place }
  const sent = { id, providerId: id, name: tool.name, input: JSON.stringify(args) }
  const parsed = await parseCall(new Toolbelt([tool]), sent, origin)
  if (!parsed.ok) return parsed.result
  const both = AbortSignal.any([signal, lost])
  try {
    return await pass(
      gate,
      { lease, call: parsed.call, tool, place, parents: [], signal: both, isNew: true },
      {
        waiting: () => {
          line.waiting = true
        },
      },
    )
  } catch (cause) {
    if (!both.aborted) throw cause
    const text = `Did not run: the plugin ${plugin.name} is no longer waiting for it.`
    const result: CallResult = { state: 'cancelled', code: 'cancelled', text }
    await gate.calls.refuse(lease, id, result, { via: 'stop', by: plugin.name, at: gate.clock.now() })
    return result
  }
}

/** A turn in the plugin's hidden thread of this folder. */
async function openTurn(host: CallHost, call: PluginCall): Promise<Pick<Under, 'threadId' | 'lease'>> {
  const { settings, threads, turns } = host.store
  const { user, plugin, workspace } = call
  const key = `${THREAD}${plugin.id}:${workspace}`
  const text = `Calls of the plugin ${plugin.name}`
  const known = ThreadId.safeParse(await settings.get(user, key))
  const lease = known.success ? await turns.open(user, known.data, { text }, host.boot) : undefined
  if (known.success && lease !== undefined) return { threadId: known.data, lease }
  // There is none yet, or a dead process still has a turn in it.
  const made = await threads.create(user, {
    title: `Plugin ${plugin.name}`,
    mode: 'default',
    model: OUTSIDE_MODEL,
    workspace,
    kind: 'plugin',
  })
  await settings.set(user, key, made.id)
  const first = await turns.open(user, made.id, { text }, host.boot)
  if (first === undefined) throw new Error('no turn could be opened for a plugin')
  return { threadId: made.id, lease: first }
}
