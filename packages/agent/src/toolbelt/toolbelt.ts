import { JournalledAsk, readArguments } from '../asked-call.ts'
import { isPromise, type Awaitable } from '../awaitable.ts'
import type { Call, CallResult, JournalledCall, ModelToolCall } from '../call.ts'
import { deepFreeze, hashCall, hashCallNow, isQuickToHash } from '../gate/hash.ts'
import { promptList, promptTool } from './prompt-tools.ts'
import type { PromptTool } from '../provider.ts'
import { lacking, NO_CAPABILITY, type Capabilities } from './capabilities.ts'
import { FrozenCall, type CallOrigin, type StepOrigin } from './frozen-call.ts'
import type { Ahead, Inspection, ParsedInput } from './inspection.ts'
import type { Tool } from './tool.ts'

export type { CallOrigin, StepOrigin } from './frozen-call.ts'

/**
 * The tools a turn has. Names are looked up as own keys only: a tool named `constructor` is no tool. Made from a function it is
 * live: tools that come and go (of MCP servers, of clients) are there from the next step on. Of two tools of one name the last counts.
 */
export class Toolbelt {
  readonly #tools: () => readonly Tool[]
  readonly #above: Toolbelt | undefined
  #read: ReadBelt | undefined

  /** `above`: the belt that this one was cut from, which knows why a tool is missing here. */
  constructor(tools: readonly Tool[] | (() => readonly Tool[]), above?: Toolbelt) {
    this.#tools = typeof tools === 'function' ? tools : () => tools
    this.#above = above
  }

  get(name: string): Tool | undefined {
    return this.now().byName.get(name)
  }

  all(): readonly Tool[] {
    return this.now().all
  }

  /** The same list until the tools change: what providers make of it can be kept with it. */
  prompt(): readonly PromptTool[] {
    return this.now().prompt
  }

  /** A belt made of this one's tools, anew whenever they change. */
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

  /** This belt without the tools that need what is not there now. They cannot be called by name either. */
  within(has: () => Capabilities): Toolbelt {
    let from: readonly Tool[] | undefined
    let by: Capabilities | undefined
    let made: readonly Tool[] = []
    return new Toolbelt(() => {
      const tools = this.all()
      const now = has()
      if (tools !== from || now !== by) made = tools.filter((tool) => now.has(tool.capability))
      from = tools
      by = now
      return made
    }, this)
  }

  /** A tool of this name that a belt above has and this one has not. */
  missing(name: string): Tool | undefined {
    if (this.get(name)) return undefined
    return this.#above?.get(name) ?? this.#above?.missing(name)
  }

  /** What it has at this moment: for whoever asks for several things of it. */
  now(): ReadBelt {
    const tools = this.#tools()
    if (this.#read?.from !== tools) this.#read = readBelt(tools)
    return this.#read
  }
}

/** What a belt has at one moment; `from` is what it was read from. */
export interface ReadBelt {
  readonly from: readonly Tool[]
  readonly byName: ReadonlyMap<string, Tool>
  readonly all: readonly Tool[]
  readonly prompt: readonly PromptTool[]
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
      /** What it would leave, for calls behind it. */
      readonly leaves?: Ahead
    }
  /** `call` is what was asked for as far as it can be written down; it can never run. */
  | { readonly ok: false; readonly result: CallResult; readonly call: Call }

/** Parses, looks at, freezes and hashes what a model asked for. What does not fit becomes an error the model can read. */
export function parseCall(belt: Toolbelt, asked: ModelToolCall, origin: CallOrigin): Awaitable<ParsedCall> {
  return parseAsked(belt, belt.get(asked.name), new JournalledAsk(origin.id, asked), origin)
}

/** The same for a call of a step, whose tool was looked up. */
export function parseAsked(
  belt: Toolbelt,
  tool: Tool | undefined,
  asked: JournalledCall,
  origin: StepOrigin,
): Awaitable<ParsedCall> {
  if (!tool) return withoutTool(belt, asked, origin)
  const args = readArguments(asked)
  if (!args.ok) {
    const text = `the arguments of \`${tool.name}\` are not valid JSON: ${args.message}`
    return refused(asked, origin, 'bad_arguments', text)
  }
  try {
    const parsed = tool.parse(args.value)
    if ('error' in parsed) {
      const text = `the arguments of \`${tool.name}\` do not fit: ${parsed.error}`
      return refused(asked, origin, 'bad_arguments', text)
    }
    deepFreeze(parsed.args)
    const inspection = parsed.inspect(origin.place, origin.ahead)
    if (!isPromise(inspection) && isQuickToHash(asked.input.length))
      return fitting(tool, new FrozenCall(tool, parsed, inspection, { id: asked.id, origin }), inspection)
    return inspected(tool, parsed, inspection, { asked, origin })
  } catch (cause) {
    return cannotLook(tool, asked, origin, cause)
  }
}

function fitting(tool: Tool, call: Call, { leaves }: Inspection): ParsedCall {
  return leaves === undefined ? { ok: true, tool, call } : { ok: true, tool, call, leaves }
}

function withoutTool(belt: Toolbelt, asked: JournalledCall, origin: StepOrigin): ParsedCall {
  const withheld = belt.missing(asked.name)
  if (withheld && origin.capabilities?.has(withheld.capability) === false)
    return refused(asked, origin, NO_CAPABILITY, lacking(withheld.name, withheld.capability))
  const names = belt.all().map((known) => `\`${known.name}\``)
  const text = `there is no tool \`${asked.name.slice(0, 100)}\`; the tools are ${names.join(', ')}`
  return refused(asked, origin, 'unknown_tool', text)
}

function refused(asked: JournalledCall, origin: StepOrigin, code: string, text: string): ParsedCall {
  return { ok: false, result: { state: 'failed', code, text }, call: unfitCall(asked, origin) }
}

async function inspected(
  tool: Tool,
  parsed: ParsedInput,
  looking: Awaitable<Inspection>,
  { asked, origin }: { readonly asked: JournalledCall; readonly origin: StepOrigin },
): Promise<ParsedCall> {
  try {
    const inspection = await looking
    const hash = isQuickToHash(asked.input.length) ? undefined : await hashCall(tool.name, parsed.args)
    const call = new FrozenCall(tool, parsed, inspection, { id: asked.id, origin, hash })
    return fitting(tool, call, inspection)
  } catch (cause) {
    return cannotLook(tool, asked, origin, cause)
  }
}

/** A tool that cannot even look has failed; its siblings and the turn go on. */
function cannotLook(tool: Tool, asked: JournalledCall, origin: StepOrigin, cause: unknown): ParsedCall {
  const message = cause instanceof Error ? cause.message : String(cause)
  return refused(asked, origin, 'tool_error', `\`${tool.name}\` failed: ${message}`)
}

/** Most characters of a name, and of arguments that do not fit, that are kept. */
const UNFIT_NAME = 100
const UNFIT_INPUT = 2000

function unfitCall(asked: JournalledCall, origin: StepOrigin): Call {
  const { threadId, turnId, parentId, depth } = origin
  const tool = asked.name.slice(0, UNFIT_NAME)
  const input = asked.input.slice(0, UNFIT_INPUT)
  return {
    id: asked.id,
    threadId,
    turnId,
    parentId,
    depth,
    tool,
    facts: { name: tool, category: 'external', destructive: false, editSafe: false, kind: 'text' },
    title: `Call ${tool}`,
    specifier: { kind: 'text', text: input },
    specifierText: input,
    args: input,
    hash: hashCallNow(tool, input),
    repeat: 'never',
    body: { kind: 'arguments', entries: [{ name: 'input', value: input }] },
    targets: [],
  }
}
