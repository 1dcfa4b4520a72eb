import type {
  Category,
  Decision,
  Place,
  Specifier,
  SpecifierKind,
  Suspicion,
  ToolFacts,
} from '@countersign/policy'
import type { AttachmentView, CallBody, CallId } from '@countersign/protocol'
import { z } from 'zod'
import type { Call, CallResult, NodePlace, Repeat, StoredCall, Through } from '../call/call.ts'
import type { CountersignedCall } from '../call/countersign.ts'
import type { Narrowed } from '../call/narrow.ts'
import type { Usage } from '../provider.ts'
import type { Capability } from './capabilities.ts'
import { FrozenCall } from './frozen-call.ts'
import type { Ahead, Asker, CallNature, InspectedFacts, Inspection, ParsedInput } from './inspection.ts'
import {
  declaredFacts,
  inspectedNature,
  isInspected,
  listed,
  strictestCategory,
  type OneOf,
} from './nature.ts'

/** The context that a running tool gets with its arguments. */
export interface RunContext {
  /** The call that runs. */
  readonly call: Call
  readonly place: Place
  readonly signal: AbortSignal
  /**
   * Judges things that the tool meets while it runs (a redirect, a file below a folder) by the current policy. A yes to the call does not
   * cover these. `as`: judges as if the tool with these facts met it.
   */
  judging(as?: ToolFacts): Promise<(specifier: Specifier) => Decision>
  /**
   * False: the turn was stopped or another process has it, so nothing more may happen. A tool that waits between its start and its effect
   * asks again right before the effect.
   */
  mayAct(): Promise<boolean>
  readonly grounds: Grounds
  /** A person signed some parts of the card: the tool does exactly these. Absent: all of it. */
  readonly narrowed?: Narrowed
  /**
   * Asks the person a question that came up during the run, on a separate card and on the same path as every call. `question` is declared
   * so that only a person can answer it. Waiting time is not charged as work.
   */
  ask(question: Tool, input: unknown): Promise<Answered>
  /** Shows output while the tool runs. It may be cut or lost; only the outcome is recorded. */
  output(text: string): void
  /** Makes calls below this one, each through the gate. Absent by hand, where nothing enforces their order and limits. */
  calls?(): ChildCalls
  /** Runs an agent below this call with some of the caller's tools. Absent: as for `calls`. */
  agent?(task: AgentTask): Promise<ToolOutcome>
  /** Reports progress to people; only the outcome is recorded. */
  progress?(update: Progress): void
  /** Waits for something that is not work, such as a timer: the turn may be parked meanwhile. Absent: it just waits. */
  pause?<T>(waiting: () => Promise<T>): Promise<T>
  /**
   * Asks whether the turn may use a model once more. `costUsd`: the expected cost, if known, which is charged to the cost limit in advance.
   * False: it may not.
   */
  spendModel?(costUsd?: number): Promise<boolean>
  /** Records a model's usage before the result is used; a negative amount corrects an earlier record. */
  usedModel?(text: string, usage: Usage): Promise<void>
}

/** Work for an agent below a call. */
export interface AgentTask {
  /** Short label for the person who watches. */
  readonly title: string
  /** Everything that the agent needs to know: it sees nothing else. */
  readonly instructions: string
  /** Text that follows the system prompt of every agent. */
  readonly system?: string
  /** Its only tools. Absent: all tools of the caller. */
  readonly tools?: readonly string[]
  /**
   * It must hand in a result that fits this JSON Schema. `check` finds further problems in a result that fits: the agent may try again
   * `retries` times, or as often as the limits of the turn allow.
   */
  readonly result?: {
    readonly schema: Readonly<Record<string, unknown>>
    readonly retries?: number
    check?(value: unknown): Promise<string | undefined>
  }
  readonly within?: NodeAgent
}

/** The workflow node that an agent is. */
export interface NodeAgent {
  readonly node: NodePlace
  /** Why a call is out of the bounds of the node. Undefined: it is within them. */
  refuses(call: Call): CallResult | undefined
}

/** A growing plan, or one task of it. */
export type Progress =
  | { readonly kind: 'planning'; readonly text: string }
  | {
      readonly kind: 'task'
      readonly task: string
      readonly state: 'running' | 'done' | 'failed'
      readonly text: string
    }

/** Calls that a running call makes: its nodes, if it is a workflow. Leases, cards, budgets and locks are those of its turn. */
export interface ChildCalls {
  /** The tools that they may use. */
  readonly belt: ChildBelt
  /** Calls that were made before the turn was resumed. Each is charged to the budgets only once. */
  known(): Promise<readonly StoredCall[]>
  /** Takes a call to its end. A call that is already stored under this id continues from there. */
  make(asked: ChildCall, signal: AbortSignal): Promise<EndedCall>
  /** Waits for calls below: the caller itself does nothing in the meantime. */
  idle<T>(waiting: () => Promise<T>): Promise<T>
  /** Runs work that is not a call, or, with `waits`, waits for something that is not work. */
  beside<T>(work: () => Promise<T>, options?: { readonly waits?: boolean }): Promise<T>
}

/** How a call below ended, as stored. */
export type EndedCall = Pick<StoredCall, 'state' | 'result'>

/** Tools by their names, as a `Toolbelt` has them. */
export interface ChildBelt {
  get(name: string): Tool | undefined
  all(): readonly Tool[]
}

export interface ChildCall {
  readonly id: CallId
  readonly tool: string
  readonly input: unknown
  /** Absent: the call belongs to no workflow. */
  readonly node?: NodePlace
  /** A tool that no belt has, because only a workflow can use it. */
  readonly own?: Tool
  /** Milliseconds that it may run, without the time spent waiting for a person. */
  readonly timeout?: number
  /** Why the call must not even be asked about, judged by its inspection. */
  refuses?(call: Call): CallResult | undefined
  /** Takes what is too large for a row out of the outcome, before it is recorded. */
  recorded?(outcome: ToolOutcome): Promise<ToolOutcome>
}

/** A person's answer to a question: yes or no, and their words. */
export interface Answered {
  readonly allowed: boolean
  /** False: nobody said yes or no, because the question expired, was stopped, or could not be put to anyone. */
  readonly answered: boolean
  readonly words: string
}

/**
 * Who or what let a call run, and in which mode. For a command of several parts, the weakest grounds of any part (`mode`, then `rule`, then
 * `readonly`). A tool may use it to be more careful, never less.
 */
export interface Grounds {
  readonly via: 'person' | 'rule' | 'mode' | 'readonly' | 'policy'
  readonly mode: string
}

export type ToolOutcome = (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly text: string }
) & {
  /** Absolute paths of changed files that can be restored. */
  readonly changed?: readonly string[]
  /** Pictures for the model to look at, and other files that belong to the text. */
  readonly attachments?: readonly AttachmentView[]
  /** If stale: the call as it would be proposed now. */
  readonly found?: CallBody
  /** The result in a few words, for the person: `1 failed, 4 passed`, `+10 −1`. The model does not see it. */
  readonly summary?: string
  /** The value that a workflow passes on; fits `output`. The model reads the text. */
  readonly value?: Readonly<Record<string, unknown>>
}

/** A tool's finding on whether an interrupted call was done. */
export type Verified =
  | {
      readonly kind: 'done'
      readonly text: string
      /** Absolute paths of changed files that can be restored. */
      readonly changed?: readonly string[]
    }
  /** It runs again under the same key. */
  | { readonly kind: 'not_done' }
  /** The tool cannot find out: a person has to check. */
  | { readonly kind: 'unknown' }

/**
 * How a call that a crash cut off continues. `safe`: it runs again. `never`: a person settles it. `idempotent`: its tool checks first; the
 * id of the call is the key under which it happens at most once.
 */
export type Repeatable<Input> =
  | { readonly repeat: 'safe' | 'never'; readonly verify?: never }
  | {
      readonly repeat: 'idempotent'
      /** Finds out, without changing anything, whether this call was done. May be called repeatedly. */
      verify(input: Input, context: { readonly call: Call; readonly place: Place }): Promise<Verified>
    }

/** The declaration of a tool. It must say what the tool may do. */
export type ToolDeclaration<Input> = DeclaredTool<Input> & Repeatable<Input>

interface DeclaredTool<Input> {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  /** The schema of `ToolOutcome.value`. Absent: workflows get the text, as `text`. */
  readonly output?: z.ZodType
  /** It mostly waits, so it does not use up the limit of parallel calls. */
  readonly waits?: true
  /** A foreign schema that the model sees unchanged; `input` must enforce it. */
  readonly inputSchema?: Readonly<Record<string, unknown>>
  /** Hash of everything that an outside server says about it: whatever was agreed to for another hash was for another tool. */
  readonly definitionHash?: string
  /** If several, the inspection of a call says which one applies; otherwise the strictest does. */
  readonly category: OneOf<Category>
  /** May depend on the arguments or the inspection; a mere suspicion is also a reason to always ask a person. */
  readonly destructive: boolean | 'by_inspection' | ((input: Input) => boolean | Suspicion)
  /** A person answers every call, in every mode and whatever rules say, although nothing is destroyed. */
  readonly asks?: 'always'
  readonly editSafe: boolean
  /** If several, the inspection of a call says which it needs; otherwise it needs all of them. */
  readonly capability: OneOf<Capability>
  readonly specifier: { readonly kind: SpecifierKind; readonly template: string }
  readonly parallelSafe: boolean
  readonly lock?: string
  /** The model sees it only after loading its group. The default is true for tools of MCP servers only. */
  readonly onRequest?: boolean
  /** Its limits, for people: `20 MB a file`. */
  readonly limits?: readonly string[]
  /** Verb and object for the card: `Write notes.md`. */
  title(input: Input): string
  /**
   * The call of another tool that these arguments ask for. If the chat has that tool, its call takes the place of this one, on the same path as if it
   * had been asked for by its own name.
   */
  standsFor?(input: Input): { readonly tool: string; readonly input: unknown } | undefined
  /** Fills in defaults before the call is frozen, so that a later run does exactly what was asked. */
  complete?(input: Input, asker: Asker): Promise<Input>
  /** Reads without changing anything, and returns exactly what a person will see and what it was proposed against. */
  inspect(input: Input, place: Place, ahead?: Ahead, asker?: Asker): Inspection | Promise<Inspection>
  /**
   * Whether the signed effect would still be the same although a target changed since the call was proposed; compares it with the current
   * inspection. Absent: the call is stale.
   */
  holds?(call: Call, now: Inspection, by: { readonly person: boolean }): boolean
  /**
   * For a tool that changes files: the facts of the tool that reads them. For a stale call, the model sees only what that tool may show.
   */
  readonly shownBy?: ToolFacts
  /** Does the work. Only the gate calls it, with a countersigned call and the frozen arguments that were signed. */
  run(input: Input, context: RunContext): Promise<ToolOutcome>
}

/** A declared tool with its input type closed over, so that tools of all types fit in one belt. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
  /** JSON Schema of `ToolOutcome.value`; undefined: workflows get the text. */
  readonly outputSchema: unknown
  /** Hash of what an outside server says about it; undefined: it is our own. */
  readonly definitionHash: string | undefined
  readonly waits: boolean
  /** The strictest category of its calls. */
  readonly category: Category
  /** Cannot be undone; `by_arguments` or `by_inspection`: only some of its calls. */
  readonly destructive: boolean | 'by_arguments' | 'by_inspection'
  /** A person answers every call, although nothing is destroyed. */
  readonly asks: 'always' | undefined
  /** A thread with none of them does not have the tool. */
  readonly capabilities: readonly Capability[]
  /** Its calls are inspected again right before they run. */
  readonly isInspected: boolean
  readonly editSafe: boolean
  readonly onRequest: boolean
  readonly limits: readonly string[]
  readonly specifier: { readonly kind: SpecifierKind; readonly template: string }
  readonly repeat: Repeat
  readonly parallelSafe: boolean
  readonly lock: string | undefined
  parse(args: unknown): ParsedInput | { readonly error: string }
  /** The call of another tool that takes the place of this one. Undefined: there is none. */
  standsFor(
    args: unknown,
  ): { readonly tool: string; readonly input: unknown; readonly through: Through } | undefined
  /** The nature of a call, from its inspection. An error: the tool did not declare that it may be this. */
  natureOf(
    parsed: Pick<ParsedInput, 'facts'>,
    inspection: InspectedFacts,
  ): CallNature | { readonly error: string }
  /** Whether the signed effect would still be the same although a target changed since the call was proposed. */
  holds(call: Call, now: Inspection, by: { readonly person: boolean }): boolean
  readonly shownBy: ToolFacts | undefined
  /** For `idempotent` tools: finds out whether an interrupted call was done. */
  verify(call: Call, place: Place): Promise<Verified>
  /** Does the work. Takes only a countersigned call, with the arguments that were signed. */
  run(signed: CountersignedCall, context: RunContext): Promise<ToolOutcome>
}

/** The description of a tool for lists; it cannot run. */
export type ToolSketch = Omit<
  Tool,
  'parse' | 'standsFor' | 'natureOf' | 'holds' | 'shownBy' | 'verify' | 'run'
>

/** Makes a tool. The only way to make one. */
export function defineTool<Input>(declaration: ToolDeclaration<Input>): Tool {
  const { input, destructive } = declaration
  const facts = declaredFacts(declaration, destructive === true)
  return {
    ...sketchOf(declaration),
    parse(args) {
      const parsed = input.safeParse(args)
      if (!parsed.success) return { error: z.prettifyError(parsed.error) }
      const byArguments = typeof destructive === 'function' && destructive(parsed.data)
      const own = byArguments === false ? facts : declaredFacts(declaration, byArguments)
      return new Fitting(declaration, parsed.data, own)
    },
    standsFor(args) {
      const parsed = declaration.standsFor && input.safeParse(args)
      const other = parsed?.success === true ? declaration.standsFor?.(parsed.data) : undefined
      if (other === undefined) return undefined
      // The tool itself has no effect: no mode asks for it, but its rules apply.
      return { ...other, through: { facts: { ...facts, category: 'read' }, text: other.tool } }
    },
    natureOf: ({ facts: declared }, inspection) => inspectedNature(declaration, declared, inspection),
    holds: (call, now, by) => declaration.holds?.(call, now, by) ?? false,
    shownBy: declaration.shownBy,
    async verify(call, place) {
      const parsed = input.safeParse(call.args)
      if (declaration.repeat !== 'idempotent' || !parsed.success) return { kind: 'unknown' }
      return declaration.verify(parsed.data, { call, place })
    },
    run: ({ call }, context) => declaration.run(inputOf(declaration, call), context),
  }
}

/** Arguments that fit a declaration. */
class Fitting<Input> implements ParsedInput {
  readonly args: Input
  readonly by: ToolDeclaration<Input>
  readonly facts: ToolFacts
  readonly title: string

  constructor(by: ToolDeclaration<Input>, args: Input, facts: ToolFacts) {
    this.args = args
    this.by = by
    this.facts = facts
    this.title = by.title(args)
  }

  inspect(place: Place, ahead?: Ahead, asker?: Asker): Inspection | Promise<Inspection> {
    return this.by.inspect(this.args, place, ahead, asker)
  }

  get complete(): ParsedInput['complete'] {
    const { by } = this
    if (by.complete === undefined) return undefined
    return async (asker) => {
      const args = await by.complete?.(this.args, asker)
      return args === undefined ? this : new Fitting(by, args, this.facts)
    }
  }
}

/** Arguments that this very tool parsed, and that are frozen since, are not parsed again. */
function inputOf<Input>(declaration: ToolDeclaration<Input>, call: Call): Input {
  return call instanceof FrozenCall && call.wasParsedBy(declaration)
    ? (call.args as Input) // its own schema made this value
    : declaration.input.parse(call.args)
}

/** The facts that a declaration states. */
export function sketchOf<Input>(
  declaration: Omit<DeclaredTool<Input>, 'title' | 'inspect' | 'run'> & { readonly repeat: Repeat },
): ToolSketch {
  const { name, description, input, category, destructive, capability, editSafe, specifier, repeat } =
    declaration
  return {
    name,
    description,
    inputSchema: declaration.inputSchema ?? schemaOf(input),
    outputSchema: declaration.output === undefined ? undefined : schemaOf(declaration.output, 'output'),
    definitionHash: declaration.definitionHash,
    waits: declaration.waits === true,
    category: strictestCategory(category),
    destructive: typeof destructive === 'function' ? 'by_arguments' : destructive,
    asks: declaration.asks,
    capabilities: listed(capability),
    isInspected: isInspected(declaration),
    editSafe,
    onRequest: declaration.onRequest ?? name.startsWith('mcp__'),
    limits: declaration.limits ?? [],
    specifier,
    repeat,
    parallelSafe: declaration.parallelSafe,
    lock: declaration.lock,
  }
}

/** Tools are made again for every turn and level, usually from the same inputs. */
const schemas = new WeakMap<z.ZodType, unknown>()

function schemaOf(input: z.ZodType, io: 'input' | 'output' = 'input'): unknown {
  const known = schemas.get(input)
  if (known !== undefined) return known
  const schema = z.toJSONSchema(input, { io })
  schemas.set(input, schema)
  return schema
}
