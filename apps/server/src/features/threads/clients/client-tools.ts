import { defineTool, type Call, type Tool, type ToolOutcome } from '@countersign/agent'
import { canonicalJson } from '@countersign/protocol/canonical'
import { BUILTIN_TOOLS, canonicalTool } from '@countersign/policy'
import {
  isWorkbenchName,
  readTool,
  WORKBENCH_TOOLS,
  type CallId,
  type ClientTool,
  type SerializedTool,
  type ThreadId,
} from '@countersign/protocol'
import { NO_OTHERS, type OtherProcesses } from '../../../platform/relay/other-processes.ts'
import { toolOwners, type OwnedTool, type ToolOwner } from '../../../platform/tool-owners.ts'
import { RUN_LIMIT, toolRuns } from '../../../platform/windows/tool-runs.ts'
import { definitionsOf, hereRunner, sharedClients } from './shared-clients.ts'
import type { Client, ClientLine, Definition, Runner, SharedClients } from './shared-clients.ts'
import { argumentEntries } from '../../../tools/argument-entries.ts'
import { foreignInput, schemaProblem } from '../../../tools/foreign-schema.ts'
import { plainText } from '../../../tools/plain-text.ts'
import { specifierText } from '../../../tools/specifier-text.ts'

/** Groups of our own tools: a rule for one of these never matches a client's tool. */
const OWN_GROUPS = new Set(['files', 'terminal', 'web', 'mcp', 'memory', 'countersign'])

/** What a connected client can say. */
export interface ClientPlace {
  /**
   * Replaces all its tools. A manifest with one bad tool is refused as a whole, and the previous tools stay. `ownPage`: only our own page
   * may claim that a tool merely proposes, and even then it is treated as external.
   */
  offer(
    tools: readonly SerializedTool[],
    from?: { readonly ownPage: boolean },
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>
  /** False: nothing from this client is awaited. */
  finish(callId: CallId, outcome: { readonly ok: boolean; readonly text: string }): boolean
  /** It disconnected, which ends its calls. */
  leave(): void
}

export interface ClientTools {
  join(line: ClientLine): ClientPlace
  /** Tools of all clients connected here. Of two with the same name the newest manifest's wins. */
  tools(): readonly Tool[]
}

export interface ClientToolsParts {
  readonly timeout?: number
  readonly owners?: ToolOwner
  /** Their clients can run tools for turns of this process, and vice versa. */
  readonly others?: Pick<OtherProcesses, 'share'>
  /** Unique names for clients, over all processes. */
  ids?(): string
}

/** Tools that connected clients offer: gated here like any other, run there. */
export function clientTools({
  timeout = RUN_LIMIT,
  owners = toolOwners(),
  others = NO_OTHERS,
  ids = () => '',
}: ClientToolsParts = {}): ClientTools {
  /** Newest manifest last. */
  const clients = new Set<Client>()
  const shared = sharedClients(clients, others)
  /** Those of this process are treated as newer. */
  const runners = (): readonly Runner[] => [...shared.runners(), ...[...clients].map(hereRunner)]
  const made = new WeakMap<Definition, { readonly tool: Tool; readonly owned: OwnedTool | undefined }>()
  const parts: ToolParts = {
    hashNow: (name) =>
      runners()
        .findLast(({ tools }) => tools.has(name))
        ?.tools.get(name)?.hash ?? null,
    async run(definition, call, args, signal, time = timeout) {
      const runner = await runnerOf(runners(), definition, call.threadId)
      if (runner !== undefined) return runner.run({ name: definition.tool.name, call, args, signal, time })
      const text = `did not run: no connected client has \`${definition.tool.name}\` any more`
      return { ok: false, code: 'client_gone', text }
    },
  }
  const toolOf = (definition: Definition): readonly Tool[] => {
    const owned = definition.tool.plugin === undefined ? undefined : owners.find(definition.tool)
    // Its plugin is gone, or has changed.
    if (definition.tool.plugin !== undefined && owned === undefined) return []
    const known = made.get(definition)
    if (known !== undefined && known.owned === owned) return [known.tool]
    const tool = gatedTool(definition, parts, owned)
    made.set(definition, { tool, owned })
    return [tool]
  }
  return {
    join: (line) =>
      member(
        clients,
        { id: ids(), line, runs: toolRuns((message) => line.send(message), timeout), tools: new Map() },
        owners,
        shared,
      ),
    tools: () => runners().flatMap(({ tools }) => [...tools.values()].flatMap(toolOf)),
  }
}

/** A connected client: its tools, the ends of its runs, and its disconnect. */
function member(clients: Set<Client>, client: Client, owners: ToolOwner, shared: SharedClients): ClientPlace {
  return {
    async offer(sent, { ownPage } = { ownPage: false }) {
      const read = sent.map(readTool)
      const unread = read.find((one) => !one.ok)
      if (unread !== undefined) return { ok: false, message: unread.message }
      const all = read.flatMap((one) => (one.ok ? [one.value] : []))
      const [ours, tools] = parted(all, ({ name }) => isWorkbenchName(name))
      const { seat } = client.line
      const problem =
        manifestProblem(all, ownPage) ??
        workbenchProblem(ours, sent, seat !== undefined) ??
        ownerProblem(all, ownPage, owners)
      if (problem !== undefined) return { ok: false, message: problem }
      client.tools = definitionsOf(tools)
      await shared.show(
        client,
        sent.filter(({ name }) => client.tools.has(name)),
      )
      await seat?.offer(new Set(ours.map(({ name }) => name)))
      clients.delete(client)
      clients.add(client)
      return { ok: true }
    },
    finish: (callId, outcome) =>
      client.runs.finish(callId, outcome) || client.line.seat?.finish(callId, outcome) === true,
    leave() {
      clients.delete(client)
      client.tools = new Map()
      void shared.show(client, [])
      client.runs.leave()
    },
  }
}

function parted<T>(all: readonly T[], is: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(is), all.filter((one) => !is(one))]
}

/** A client that still has exactly this tool: preferably one that follows the thread, then the most recent one. */
async function runnerOf(
  runners: readonly Runner[],
  { tool, hash }: Definition,
  threadId: ThreadId,
): Promise<Runner | undefined> {
  const able = runners.filter(({ tools }) => tools.get(tool.name)?.hash === hash)
  if (able.length < 2) return able[0]
  const follow = await Promise.all(able.map((runner) => runner.follows(threadId)))
  return able.findLast((_, index) => follow[index]) ?? able.at(-1)
}

interface ToolParts {
  /** The current definition of a tool; null: nobody offers it. */
  hashNow(name: string): string | null
  run(
    definition: Definition,
    call: Call,
    args: Record<string, unknown>,
    signal: AbortSignal,
    /** Milliseconds; absent: the default. */
    time?: number,
  ): Promise<ToolOutcome>
}

/**
 * A client's tool for the gate. An owned tool is as its owner declared it, and until the owner is trusted its reads are treated as effects.
 */
function gatedTool(definition: Definition, { hashNow, run }: ToolParts, owned: OwnedTool | undefined): Tool {
  const tool = owned?.tool ?? definition.tool
  const { name, params } = tool
  const effect = owned?.trusted === false ? 'external' : tool.effect
  return defineTool({
    name,
    description: `(${owned?.source ?? "run by the person's client"}) ${plainText(tool.description)}`,
    input: foreignInput(params),
    inputSchema: params,
    category: CATEGORIES[effect],
    destructive: false,
    editSafe: false,
    capability: owned?.capability ?? (effect === 'none' ? 'safe' : 'editor_mutate'),
    specifier: { kind: 'text', template: tool.specifierTemplate ?? '' },
    repeat: 'never',
    parallelSafe: effect === 'none',
    onRequest: true,
    ...(tool.lock === undefined ? {} : { lock: `client:${tool.lock}` }),
    title: () => (owned === undefined ? `Call ${name} in the client` : `Call ${name} of the ${owned.source}`),
    inspect: (args) =>
      Promise.resolve({
        specifier: {
          kind: 'text',
          text:
            tool.specifierTemplate === undefined
              ? canonicalJson(args)
              : specifierText(tool.specifierTemplate, args),
        },
        body: { kind: 'arguments', entries: argumentEntries(args, params) },
        // The tool that runs must still be the inspected one.
        targets: [{ path: `the definition of ${name}`, hash: hashNow(name) }],
      }),
    run: (args, { call, signal }) => run(definition, call, args, signal, owned?.time),
  })
}

/** A client's claim that its tool only proposes has no effect: that is known only for names in the table. */
const CATEGORIES = { none: 'read', proposal: 'external', write: 'write', external: 'external' } as const

/** Only our own page offers a plugin's tools, and nobody else may use their names. */
function ownerProblem(tools: readonly ClientTool[], ownPage: boolean, owners: ToolOwner): string | undefined {
  for (const { name, plugin } of tools) {
    if (plugin !== undefined && !ownPage)
      return `\`${name}\` cannot belong to a plugin: only our own page runs plugins`
    const [group = ''] = name.split('.')
    if (plugin === undefined && owners.owns(group))
      return `\`${group}\` is the name of an installed plugin; choose another`
  }
  return undefined
}

/** Why a manifest is refused, for its author; undefined: it is valid. */
function manifestProblem(tools: readonly ClientTool[], ownPage: boolean): string | undefined {
  const seen = new Set<string>()
  for (const { name, params, effect } of tools) {
    if (effect === 'proposal' && !ownPage)
      return `\`${name}\` cannot have the effect \`proposal\`: only our own page can; use \`write\` or \`external\``
    const [group = ''] = name.split('.')
    const isOurs = BUILTIN_TOOLS.has(canonicalTool(name)) && !isWorkbenchName(name)
    if (isOurs || OWN_GROUPS.has(group))
      return `\`${name}\` is the name of a built-in tool; choose a module name other than \`${group}\``
    if (seen.has(name)) return `\`${name}\` is in the manifest twice`
    seen.add(name)
    const problem = schemaProblem(params)
    if (problem !== undefined) return `the schema of \`${name}\` ${problem}`
  }
  return undefined
}

/**
 * Why workbench names are refused: only a page may offer them, and only those of the table. Its claims about their effect are ignored; a
 * schema, if given, must be the table's.
 */
function workbenchProblem(
  tools: readonly ClientTool[],
  sent: readonly SerializedTool[],
  isPage: boolean,
): string | undefined {
  for (const { name, params } of tools) {
    const [group] = name.split('.')
    if (!isPage)
      return `\`${name}\` is a workbench tool, which only a page can offer; choose a module name other than \`${group}\``
    const known = WORKBENCH_TOOLS.get(name)
    if (known === undefined) return `there is no \`${name}\` in the workbench`
    if (known.runs === 'server') return `\`${name}\` runs on the server; no window can offer it`
    const saysParams = sent.some(
      (one) => one.name === name && (one.params ?? one.input_schema ?? one.inputSchema) !== undefined,
    )
    if (saysParams && canonicalJson(params) !== canonicalJson(known.params))
      return `the schema of \`${name}\` differs from that of the workbench; leave it out`
  }
  return undefined
}
