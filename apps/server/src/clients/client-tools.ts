import { canonicalJson, defineTool, sha256, type Call, type Tool, type ToolOutcome } from '@countersign/agent'
import { BUILTIN_TOOLS, canonicalTool } from '@countersign/policy'
import type { CallId, SerializedTool, ServerMessage, ThreadId } from '@countersign/protocol'
import { argumentEntries } from '../tools/argument-entries.ts'
import { foreignInput, schemaProblem } from '../tools/foreign-schema.ts'
import { plainText } from '../tools/terminal/plain-text.ts'
import { specifierText } from './specifier-text.ts'

/** Milliseconds that a client has to run a call. */
const RUN_LIMIT = 60_000
/** Groups of our own tools: a rule for one of these never means a tool of a client. */
const OWN_GROUPS = new Set(['files', 'terminal', 'web', 'mcp', 'memory', 'countersign'])

/** A client's line, as far as its tools need it. */
export interface ClientLine {
  send(message: ServerMessage): void
  follows(threadId: ThreadId): boolean
}

/** What a connected client can say. */
export interface ClientPlace {
  /** All its tools, in the place of those before. A manifest with one bad tool is refused whole, and those before stay. */
  offer(
    tools: readonly SerializedTool[],
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>
  /** False: nobody waits for this from this client. */
  finish(callId: CallId, outcome: { readonly ok: boolean; readonly text: string }): boolean
  /** It is gone, and its calls with it. */
  leave(): void
}

export interface ClientTools {
  join(line: ClientLine): ClientPlace
  /** Tools of all clients that are connected here. Of two of one name the newest manifest's counts. */
  tools(): readonly Tool[]
}

interface Definition {
  readonly tool: SerializedTool
  readonly hash: string
}

interface Client {
  readonly line: ClientLine
  readonly runs: Map<CallId, (outcome: ToolOutcome) => void>
  tools: ReadonlyMap<string, Definition>
}

/** Tools that connected clients offer: gated here like any other, run there. */
export function clientTools(timeout = RUN_LIMIT): ClientTools {
  /** Those with the newest manifest last. */
  const clients = new Set<Client>()
  const made = new WeakMap<Definition, Tool>()
  const current = (name: string) => [...clients].findLast(({ tools }) => tools.has(name))?.tools.get(name)

  /** Someone who still has exactly this tool: best who looks at the chat, then who spoke last. */
  function runnerOf(name: string, hash: string, threadId: ThreadId): Client | undefined {
    const able = [...clients].filter(({ tools }) => tools.get(name)?.hash === hash)
    return able.findLast(({ line }) => line.follows(threadId)) ?? able.at(-1)
  }

  function run(
    definition: Definition,
    call: Call,
    args: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { name } = definition.tool
    const client = runnerOf(name, definition.hash, call.threadId)
    if (!client) {
      const text = `did not run: no client that has \`${name}\` is connected any more`
      return Promise.resolve({ ok: false, code: 'client_gone', text })
    }
    return new Promise((settle) => {
      const end = (outcome: ToolOutcome) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        client.runs.delete(call.id)
        settle(outcome)
      }
      const giveUp = (code: string, text: string) => {
        client.line.send({ type: 'tool_run_cancelled', tool_call_id: call.id })
        end({ ok: false, code, text })
      }
      const onAbort = () => giveUp('stopped', 'stopped')
      const timer = setTimeout(
        () =>
          giveUp(
            'timeout',
            `the client did not answer to \`${name}\` within ${timeout / 1000} s; whether it did its work is not known`,
          ),
        timeout,
      )
      signal.addEventListener('abort', onAbort, { once: true })
      client.runs.set(call.id, end)
      client.line.send({ type: 'tool_run', tool_call_id: call.id, thread_id: call.threadId, name, args })
    })
  }

  function toolOf(definition: Definition): Tool {
    const known = made.get(definition)
    if (known) return known
    const { tool } = definition
    const { name, params } = tool
    const created = defineTool({
      name,
      description: `(run by the person's client) ${plainText(tool.description)}`,
      input: foreignInput(params),
      inputSchema: params,
      category: tool.side_effect ? 'external' : 'read',
      destructive: false,
      editSafe: false,
      capability: tool.side_effect ? 'editor_mutate' : 'safe',
      specifier: { kind: 'text', template: tool.specifier_template ?? '' },
      repeat: 'never',
      parallelSafe: !tool.side_effect,
      lock: 'clients',
      title: () => `Call ${name} in the client`,
      inspect: (args) =>
        Promise.resolve({
          specifier: {
            kind: 'text',
            text:
              tool.specifier_template === undefined
                ? canonicalJson(args)
                : specifierText(tool.specifier_template, args),
          },
          body: {
            kind: 'arguments',
            entries: argumentEntries(args, params),
          },
          // What runs must still be what was looked at.
          targets: [{ path: `the definition of ${name}`, hash: current(name)?.hash ?? null }],
        }),
      run: (args, { call, signal }) => run(definition, call, args, signal),
    })
    made.set(definition, created)
    return created
  }

  return {
    join(line) {
      const client: Client = { line, runs: new Map(), tools: new Map() }
      return {
        async offer(tools) {
          const problem = manifestProblem(tools)
          if (problem !== undefined) return { ok: false, message: problem }
          const definitions = await Promise.all(
            tools.map(async (tool) => ({ tool, hash: await sha256(canonicalJson(tool)) })),
          )
          client.tools = new Map(definitions.map((definition) => [definition.tool.name, definition]))
          clients.delete(client)
          clients.add(client)
          return { ok: true }
        },
        finish(callId, { ok, text }) {
          const end = client.runs.get(callId)
          const shown = plainText(text)
          end?.(
            ok
              ? { ok: true, text: shown || '(no result)' }
              : { ok: false, code: 'client_error', text: shown },
          )
          return end !== undefined
        },
        leave() {
          clients.delete(client)
          client.tools = new Map()
          const text = 'the client left while it ran this; whether it did its work is not known'
          for (const end of client.runs.values()) end({ ok: false, code: 'client_gone', text })
        },
      }
    },
    tools: () => [...clients].flatMap(({ tools }) => [...tools.values()].map(toolOf)),
  }
}

/** Why a manifest is refused, for its author; undefined: it is fine. */
function manifestProblem(tools: readonly SerializedTool[]): string | undefined {
  const seen = new Set<string>()
  for (const { name, params } of tools) {
    const [group = ''] = name.split('.')
    if (BUILTIN_TOOLS.has(canonicalTool(name)) || OWN_GROUPS.has(group))
      return `\`${name}\` is a name of our own tools; choose another module name than \`${group}\``
    if (seen.has(name)) return `\`${name}\` is in the manifest twice`
    seen.add(name)
    const problem = schemaProblem(params)
    if (problem !== undefined) return `the schema of \`${name}\` ${problem}`
  }
  return undefined
}
