import { defineTool, type Answered, type Tool } from '@countersign/agent'
import { canonicalJson } from '@countersign/protocol/canonical'
import type { CalledServer } from '@countersign/protocol'
import { argumentEntries } from '../../tools/argument-entries.ts'
import { foreignInput } from '../../tools/foreign-schema.ts'
import { callTool, type CallTime } from './call-tool.ts'
import type { McpConnection } from './connection.ts'
import type { Definition } from './definition.ts'
import type { Pins } from './pins.ts'

/** A running call at a server: whom it can ask, and how its timeout is paused meanwhile. */
export interface ActiveCall {
  ask(question: Tool, input: unknown): Promise<Answered>
  /** Pauses the timeout of the call until the returned function is called. */
  hold(): () => void
}

export interface McpToolParts {
  readonly server: string
  /** The card's information about the server. */
  readonly facts: Omit<CalledServer, 'trusted_at'>
  readonly connection: McpConnection
  readonly pins: Pins
  /** Milliseconds that a call may take, without the time in which a person is asked something. */
  readonly callLimit: number
  /** Calls that run at this server, oldest first. */
  readonly active: Set<ActiveCall>
  /** The server's current description of the tool; undefined: it no longer has one of that name. */
  current(name: string): Definition | undefined
}

/** The gate's facts about a server's tool. Hints can only tighten until a person trusts the server. */
export function natureOf(
  { hints }: Pick<Definition, 'hints'>,
  { trusted }: { readonly trusted: boolean },
): { readonly category: 'read' | 'external'; readonly destructive: boolean } {
  const destructive = hints.destructive === true
  return { category: trusted && hints.readOnly && !destructive ? 'read' : 'external', destructive }
}

/** Makes a tool of what a server describes. */
export function mcpTool(
  parts: McpToolParts,
  definition: Definition,
  { trusted }: { readonly trusted: boolean },
): Tool {
  const { server, connection, pins } = parts
  const { name, tool } = definition
  const nature = natureOf(definition, { trusted })
  return defineTool({
    name,
    description: `(from the MCP server ${server}) ${definition.description}`,
    input: foreignInput(definition.schema),
    inputSchema: definition.schema,
    definitionHash: definition.hash,
    category: nature.category,
    // A tool that changed since it was last allowed must be seen by a person, whatever rules say.
    destructive: () => (pins.change(definition) === undefined ? nature.destructive : 'changed'),
    editSafe: false,
    capability: 'network',
    specifier: { kind: 'text', template: '' },
    repeat: 'never',
    parallelSafe: nature.category === 'read',
    lock: `mcp:${server}`,
    title: () => `Call ${tool} of ${server}`,
    inspect(args) {
      const change = pins.change(definition)
      const changed = change === undefined ? [] : [{ name: 'changed since it was approved', value: change }]
      return Promise.resolve({
        specifier: { kind: 'text', text: canonicalJson(args) },
        body: {
          kind: 'arguments',
          entries: [...changed, ...argumentEntries(args, definition.schema)],
          server: { ...parts.facts, trusted_at: trusted ? pins.trustedAt : null },
        },
        // The called tool must still be the inspected one.
        targets: [{ path: `the definition of ${name}`, hash: parts.current(name)?.hash ?? null }],
      })
    },
    async run(args, { signal, output, ask }) {
      await pins.approve(definition)
      const time = callTime(signal, parts.callLimit)
      const active: ActiveCall = { ask, hold: time.hold }
      parts.active.add(active)
      try {
        return await callTool(connection, { tool, name, args }, time, output)
      } finally {
        parts.active.delete(active)
        time.end()
      }
    },
  })
}

/** The timeout of a call, which is paused while a person is asked. */
function callTime(signal: AbortSignal, limit: number): CallTime & { hold(): () => void; end(): void } {
  const abort = new AbortController()
  let over = false
  let held = 0
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    timer = setTimeout(() => {
      over = true
      abort.abort()
    }, limit)
  }
  const stop = () => abort.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  run()
  return {
    signal: abort.signal,
    timedOut: () => over,
    limit,
    hold() {
      held += 1
      clearTimeout(timer)
      return () => {
        held -= 1
        if (held === 0) run()
      }
    },
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}
