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

/** What a running tool gets besides its arguments. */
export interface RunContext {
  /** The call that runs. */
  readonly call: Call
  readonly place: Place
  readonly signal: AbortSignal
  /**
   * Judges by the current policy what the tool meets while it runs: a redirect, a file below a folder. A yes to the call does not cover
   * these. `as`: as if the tool with these facts met it.
   */
  judging(as?: ToolFacts): Promise<(specifier: Specifier) => Decision>
  /**
   * False: the turn was stopped or another process has it, and nothing may happen any more. For tools that wait between their start and
   * their effect: they ask once more, right before it.
   */
  mayAct(): Promise<boolean>
  readonly grounds: Grounds
  /** A person signed some parts of what was shown: the tool does exactly these. Absent: all of it. */
  readonly narrowed?: Narrowed
  /**
   * Asks the person something that turned up on the way, on a card of its own, on the same path as every call. `question` is declared so
   * that only a person can answer it. Time spent waiting is not charged as work.
   */
  ask(question: Tool, input: unknown): Promise<Answered>
  /** Shows output while the tool runs. It may be cut or lost; only the outcome is recorded. */
  output(text: string): void
  /** Makes calls below this one, each through the gate. Absent by hand, where nothing keeps their order and limits. */
  calls?(): ChildCalls
  /** Runs an agent below this call, with some of the tools that the caller has. Absent: as for `calls`. */
  agent?(task: AgentTask): Promise<ToolOutcome>
  /** Tells people how far the work is; only the outcome is recorded. */
  progress?(update: Progress): void
  /** Waits for something that is not work, such as a time: the turn may be parked meanwhile. Absent: it just waits. */
  pause?<T>(waiting: () => Promise<T>): Promise<T>
  /**
   * Asks whether the turn may use a model once more. `costUsd`: what that will cost as far as it is known, which counts against the cost
   * limit before it is spent. False: it may not.
   */
  spendModel?(costUsd?: number): Promise<boolean>
  /** Writes down what a model used, before it is used; less than nothing takes back what was written down too much. */
  usedModel?(text: string, usage: Usage): Promise<void>
}

/** Work for an agent below a call. */
export interface AgentTask {
  /** Short label for the person who watches. */
  readonly title: string
  /** Everything that the agent needs to know: it sees nothing else. */
  readonly instructions: string
  /** What comes after the system prompt that every agent has. */
  readonly system?: string
  /** It has these tools alone. Absent: all that the caller has. */
  readonly tools?: readonly string[]
  /**
   * It hands in a result of this JSON Schema. `check` says what is wrong with one that fits: it may be handed in again, `retries` times, or as often as
   * the limits of the turn say.
   */
  readonly result?: {
    readonly schema: Readonly<Record<string, unknown>>
    readonly retries?: number
    check?(value: unknown): Promise<string | undefined>
  }
  readonly within?: NodeAgent
}

/** The node of a workflow that an agent is. */
export interface NodeAgent {
  readonly node: NodePlace
  /** Why a call is out of the bounds of the node. Undefined: it is within. */
  refuses(call: Call): CallResult | undefined
}

/** A plan that takes shape, or one task of it. */
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
  /** Calls that were made before the turn was resumed. They are charged to the budgets once. */
  known(): Promise<readonly StoredCall[]>
  /** Takes a call to its end. One that is stored under its id goes on from there. */
  make(asked: ChildCall, signal: AbortSignal): Promise<StoredCall>
  /** Waits for calls below: the caller itself does nothing meanwhile. */
  idle<T>(waiting: () => Promise<T>): Promise<T>
  /** Runs work that is not a call, or, with `waits`, waits for something that is not work. */
  beside<T>(work: () => Promise<T>, options?: { readonly waits?: boolean }): Promise<T>
}

/** Tools by their names, as a `Toolbelt` has them. */
export interface ChildBelt {
  get(name: string): Tool | undefined
  all(): readonly Tool[]
}

export interface ChildCall {
  readonly id: CallId
  readonly tool: string
  readonly input: unknown
  /** Absent: it is the call of no workflow. */
  readonly node?: NodePlace
  /** A tool that no belt has, because only a workflow can use it. */
  readonly own?: Tool
  /** Milliseconds that it may run, without the time spent waiting for a person. */
  readonly timeout?: number
  /** Why the call must not even be asked about, by what its inspection found. */
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
 * Who or what let a call run, and in which mode: of several parts the least that vouches for one (`mode`, then `rule`, then
 * `readonly`). A tool may take more care by it, never less.
 */
export interface Grounds {
  readonly via: 'person' | 'rule' | 'mode' | 'readonly' | 'policy'
  readonly mode: string
}

export type ToolOutcome = (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly text: string }
) & {
  /** Files that are not as they were and can be put back: absolute paths. */
  readonly changed?: readonly string[]
  /** Pictures that the model is to look at, and other files that belong to the text. */
  readonly attachments?: readonly AttachmentView[]
  /** Of what is stale: the call as it would be proposed now. */
  readonly found?: CallBody
  /** The result in a few words, for the person: `1 failed, 4 passed`, `+10 −1`. The model does not see it. */
  readonly summary?: string
  /** What a workflow goes on with; fits `output`. The model reads the text. */
  readonly value?: Readonly<Record<string, unknown>>
}

/** A tool's finding whether an interrupted call was done. */
export type Verified =
  | {
      readonly kind: 'done'
      readonly text: string
      /** Files that are not as they were and can be put back: absolute paths. */
      readonly changed?: readonly string[]
    }
  /** It runs again under the same key. */
  | { readonly kind: 'not_done' }
  /** The tool cannot find out: a person has to look. */
  | { readonly kind: 'unknown' }

/**
 * What may happen to a call that a crash cut off. `safe` is made again, `never` is for a person to settle; `idempotent` is looked at
 * first: the id of the call is the key under which it happens at most once.
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
  /** What `ToolOutcome.value` has. Absent: workflows get the text, as `text`. */
  readonly output?: z.ZodType
  /** It mostly waits, so it takes no place among the calls that run at once. */
  readonly waits?: true
  /** A schema of someone else that is shown to the model as it is; `input` must check what it says. */
  readonly inputSchema?: Readonly<Record<string, unknown>>
  /** If several, the inspection of a call says which one applies; otherwise the strictest does. */
  readonly category: OneOf<Category>
  /** By its arguments or its inspection, too; a suspicion is a reason of its own to ask a person always. */
  readonly destructive: boolean | 'by_inspection' | ((input: Input) => boolean | Suspicion)
  /** A person answers every call, in every mode and whatever rules say, though it takes nothing away. */
  readonly asks?: 'always'
  readonly editSafe: boolean
  /** If several, the inspection of a call says which it needs; otherwise it needs all of them. */
  readonly capability: OneOf<Capability>
  readonly specifier: { readonly kind: SpecifierKind; readonly template: string }
  readonly parallelSafe: boolean
  readonly lock?: string
  /** The model sees it only once it loads its group. By default tools of MCP servers, and no others. */
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
   * Whether the signed effect would still be the same although a target changed since the call was proposed; compares with what would be
   * proposed now. Absent: the call is stale.
   */
  holds?(call: Call, now: Inspection, by: { readonly person: boolean }): boolean
  /** For a tool that changes files: the facts of the tool that reads them. A stale call shows the model what that tool may show. */
  readonly shownBy?: ToolFacts
  /** Does it. Called by the gate alone, with a call that was countersigned and the arguments that were signed, which are frozen. */
  run(input: Input, context: RunContext): Promise<ToolOutcome>
}

/** A declared tool with its input type closed over, so that tools of all types fit in one belt. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
  /** JSON Schema of `ToolOutcome.value`; undefined: workflows get the text. */
  readonly outputSchema: unknown
  readonly waits: boolean
  /** The strictest that its calls may be. */
  readonly category: Category
  /** Cannot be undone; `by_arguments` or `by_inspection`: some of its calls. */
  readonly destructive: boolean | 'by_arguments' | 'by_inspection'
  /** A person answers every call, though it takes nothing away. */
  readonly asks: 'always' | undefined
  /** A chat with none of them does not have the tool. */
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
  /** What a call is, by what its inspection found. An error: that is not what the tool declares. */
  natureOf(
    parsed: Pick<ParsedInput, 'facts'>,
    inspection: InspectedFacts,
  ): CallNature | { readonly error: string }
  /** Whether the signed effect would still be the same although a target changed since the call was proposed. */
  holds(call: Call, now: Inspection, by: { readonly person: boolean }): boolean
  readonly shownBy: ToolFacts | undefined
  /** For `idempotent` tools: finds out whether an interrupted call was done. */
  verify(call: Call, place: Place): Promise<Verified>
  /** Does it. Takes nothing but a countersigned call, and the arguments that were signed. */
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
      // It has no effect of its own: no mode asks for it, but rules for it hold.
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

/** What this very tool has parsed, and what is frozen since, is not parsed again. */
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

/** Tools are made again for every turn and level, mostly from the same inputs. */
const schemas = new WeakMap<z.ZodType, unknown>()

function schemaOf(input: z.ZodType, io: 'input' | 'output' = 'input'): unknown {
  const known = schemas.get(input)
  if (known !== undefined) return known
  const schema = z.toJSONSchema(input, { io })
  schemas.set(input, schema)
  return schema
}
