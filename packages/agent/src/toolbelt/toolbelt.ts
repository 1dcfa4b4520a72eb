import { canonicalTool } from '@countersign/policy'
import { JournalledAsk, readArguments } from '../call/asked-call.ts'
import type { Call, CallResult, JournalledCall, ModelToolCall } from '../call/call.ts'
import { deepFreeze, hashCall } from '../call/hash.ts'
import { promptList, promptTool } from './prompt-tools.ts'
import type { PromptTool } from '../provider.ts'
import { lacking, NO_CAPABILITY, type Capabilities } from './capabilities.ts'
import { FrozenCall, type CallOrigin, type StepOrigin } from './frozen-call.ts'
import type { Ahead, Inspection, ParsedInput } from './inspection.ts'
import type { Tool } from './tool.ts'

export type { CallOrigin, StepOrigin } from './frozen-call.ts'

/**
 * The tools of a turn. Names are looked up as own keys only: a tool named `constructor` does not exist. A belt made from a function is
 * live: tools that come and go (of MCP servers, of clients) take effect at the next step. If two tools share a name, the last wins.
 */
export class Toolbelt {
  readonly #tools: () => readonly Tool[]
  readonly #above: Toolbelt | undefined
  #read: ReadBelt | undefined

  /** `above`: the belt that this one was derived from, which knows why a tool is missing here. */
  constructor(tools: readonly Tool[] | (() => readonly Tool[]), above?: Toolbelt) {
    this.#tools = typeof tools === 'function' ? tools : () => tools
    this.#above = above
  }

  get(name: string): Tool | undefined {
    return toolNamed(this.now(), name)
  }

  all(): readonly Tool[] {
    return this.now().all
  }

  /** The same array until the tools change, so that providers can cache their translation of it. */
  prompt(): readonly PromptTool[] {
    return this.now().prompt
  }

  /** A belt derived from this one's tools, derived again whenever they change. */
  derive(make: (tools: readonly Tool[]) => readonly Tool[]): Toolbelt {
    let from: readonly Tool[] | undefined
    let made: readonly Tool[] = []
    return new Toolbelt(() => {
      const tools = this.all()
      if (tools !== from) made = make(tools)
      from = tools
      return made
    }, this)
  }

  /** This belt without the tools whose capability is currently missing. They cannot be called by name either. */
  within(has: () => Capabilities): Toolbelt {
    let from: readonly Tool[] | undefined
    let by: Capabilities | undefined
    let made: readonly Tool[] = []
    return new Toolbelt(() => {
      const tools = this.all()
      const now = has()
      if (tools !== from || now !== by) made = tools.filter((tool) => isThere(tool, now))
      from = tools
      by = now
      return made
    }, this)
  }

  /** A tool that a belt above has under this name but this one lacks. */
  missing(name: string): Tool | undefined {
    if (this.get(name)) return undefined
    return this.#above?.get(name) ?? this.#above?.missing(name)
  }

  /** A consistent view of its tools at this moment. */
  now(): ReadBelt {
    const tools = this.#tools()
    if (this.#read?.from !== tools) this.#read = readBelt(tools)
    return this.#read
  }
}

/** The tools of a belt at one moment; `from` is the source that they were read from. */
export interface ReadBelt {
  readonly from: readonly Tool[]
  readonly byName: ReadonlyMap<string, Tool>
  readonly all: readonly Tool[]
  readonly prompt: readonly PromptTool[]
}

/**
 * Finds a tool by its name, or by another system's name for it (`read_file`), because models use the names they know. The real tool is
 * called.
 */
export function toolNamed({ byName }: Pick<ReadBelt, 'byName'>, name: string): Tool | undefined {
  return byName.get(name) ?? byName.get(canonicalTool(name))
}

function readBelt(from: readonly Tool[]): ReadBelt {
  const byName = new Map(from.map((tool) => [tool.name, tool]))
  const all = [...byName.values()]
  return { from, byName, all, prompt: promptList(all.map(promptTool)) }
}

export type ParsedCall =
  | {
      readonly ok: true
      readonly call: Call
      readonly tool: Tool
      /** The files that it would leave, for later calls. */
      readonly leaves?: Ahead
    }
  /** `call` records the request as far as possible; it can never run. */
  | { readonly ok: false; readonly result: CallResult; readonly call: Call }

/** Parses, inspects, freezes and hashes a model's call. A call that does not fit becomes an error that the model can read. */
export async function parseCall(
  belt: Toolbelt,
  asked: ModelToolCall,
  origin: CallOrigin,
): Promise<ParsedCall> {
  return parseAsked(belt, belt.get(asked.name), new JournalledAsk(origin.id, asked), origin)
}

/** Parses a call of a step whose tool is known: synchronously, if its tool inspects synchronously. */
export function parseAsked(
  belt: Toolbelt,
  tool: Tool | undefined,
  asked: JournalledCall,
  origin: StepOrigin,
): ParsedCall | Promise<ParsedCall> {
  if (!tool) return withoutTool(belt, asked, origin)
  const args = readArguments(asked)
  if (!args.ok) {
    const text = `the arguments of \`${tool.name}\` are not valid JSON: ${args.message}`
    return refused(asked, origin, 'bad_arguments', text)
  }
  // A tool that fails to inspect has failed; its siblings and the turn continue.
  const failed = (cause: unknown): ParsedCall =>
    unreadable(tool, asked, origin, cause instanceof Error ? cause.message : String(cause))
  try {
    const parsed = tool.parse(args.value)
    if ('error' in parsed) {
      const text = `the arguments of \`${tool.name}\` are not valid: ${parsed.error}`
      return refused(asked, origin, 'bad_arguments', text)
    }
    if (parsed.complete === undefined) {
      const call = inspected(tool, parsed, asked, origin)
      return call instanceof Promise ? call.catch(failed) : call
    }
    return parsed
      .complete(origin)
      .then((whole) => inspected(tool, whole, asked, origin))
      .catch(failed)
  } catch (cause) {
    return failed(cause)
  }
}

/** Inspects a request and freezes it. */
function inspected(
  tool: Tool,
  parsed: ParsedInput,
  asked: JournalledCall,
  origin: StepOrigin,
): ParsedCall | Promise<ParsedCall> {
  deepFreeze(parsed.args)
  const freeze = (inspection: Inspection): ParsedCall => frozen(tool, parsed, inspection, { asked, origin })
  const inspection = parsed.inspect(origin.place, origin.ahead, origin)
  return inspection instanceof Promise ? inspection.then(freeze) : freeze(inspection)
}

function frozen(
  tool: Tool,
  parsed: ParsedInput,
  inspection: Inspection,
  { asked, origin }: { readonly asked: JournalledCall; readonly origin: StepOrigin },
): ParsedCall {
  const nature = tool.natureOf(parsed, inspection)
  if ('error' in nature) return unreadable(tool, asked, origin, nature.error)
  const hash = hashCall(tool.name, parsed.args)
  const call = new FrozenCall(tool, parsed, inspection, { id: asked.id, origin, hash, nature })
  const { leaves } = inspection
  return leaves === undefined ? { ok: true, tool, call } : { ok: true, tool, call, leaves }
}

function unreadable(tool: Tool, asked: JournalledCall, origin: StepOrigin, why: string): ParsedCall {
  return refused(asked, origin, 'tool_error', `\`${tool.name}\` failed: ${why}`)
}

/** Whether a thread has the tool: one available capability is enough, since some calls may need no other. */
export function isThere({ capabilities }: Pick<Tool, 'capabilities'>, has: Capabilities): boolean {
  return capabilities.some((capability) => has.has(capability))
}

function withoutTool(belt: Toolbelt, asked: JournalledCall, origin: StepOrigin): ParsedCall {
  const withheld = belt.missing(asked.name)
  if (withheld && origin.capabilities && !isThere(withheld, origin.capabilities))
    return refused(asked, origin, NO_CAPABILITY, lacking(withheld.name, withheld.capabilities, 'or'))
  const names = belt.all().map((known) => `\`${known.name}\``)
  const text = `there is no tool \`${asked.name.slice(0, 100)}\`; the tools are ${names.join(', ')}`
  return refused(asked, origin, 'unknown_tool', text)
}

function refused(asked: JournalledCall, origin: StepOrigin, code: string, text: string): ParsedCall {
  return { ok: false, result: { state: 'failed', code, text }, call: unfitCall(asked, origin) }
}

/** Limits for a rejected call: characters of its name and of its arguments that are kept. */
const UNFIT_NAME = 100
const UNFIT_INPUT = 2000

function unfitCall(asked: JournalledCall, origin: StepOrigin): Call {
  const { threadId, turnId, handId, parentId, depth, node } = origin
  const tool = asked.name.slice(0, UNFIT_NAME)
  const input = asked.input.slice(0, UNFIT_INPUT)
  return {
    id: asked.id,
    threadId,
    turnId,
    ...(handId === undefined ? {} : { handId }),
    parentId,
    depth,
    ...(node === undefined ? {} : { node }),
    tool,
    facts: { name: tool, category: 'external', destructive: false, editSafe: false, kind: 'text' },
    title: `Call ${tool}`,
    specifier: { kind: 'text', text: input },
    specifierText: input,
    args: input,
    hash: hashCall(tool, input),
    repeat: 'never',
    body: { kind: 'arguments', entries: [{ name: 'input', value: input }] },
    targets: [],
  }
}
