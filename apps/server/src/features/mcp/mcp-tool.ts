import { defineTool, type Answered, type Tool } from '@countersign/agent'
import { canonicalJson } from '@countersign/protocol/canonical'
import type { CalledServer } from '@countersign/protocol'
import { argumentEntries } from '../../tools/argument-entries.ts'
import { foreignInput } from '../../tools/foreign-schema.ts'
import { callTool, type CallTime } from './call-tool.ts'
import type { McpConnection } from './connection.ts'
import type { Definition } from './definition.ts'
import type { Pins } from './pins.ts'

/** A call that runs at a server: whom it can ask, and how its time is held while it does. */
export interface ActiveCall {
  ask(question: Tool, input: unknown): Promise<Answered>
  /** Stops the time of the call until it is called again. */
  hold(): () => void
}

export interface McpToolParts {
  readonly server: string
  /** What a card says of the server. */
  readonly facts: Omit<CalledServer, 'trusted_at'>
  readonly connection: McpConnection
  readonly pins: Pins
  /** Milliseconds that a call may take; the time in which a person is asked something does not count. */
  readonly callLimit: number
  /** Calls that run at this server, oldest first. */
  readonly active: Set<ActiveCall>
  /** The tool as the server describes it now; undefined: it has none of that name any more. */
  current(name: string): Definition | undefined
}

/** What a tool of a server is to the gate. Hints only tighten until a person trusted the server. */
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
    category: nature.category,
    // One that has become another since it was let through is a person's to look at, whatever rules say.
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
        // What is called must still be what was looked at.
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

/** The time of a call: over after a while, unless it is held because a person is asked. */
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
