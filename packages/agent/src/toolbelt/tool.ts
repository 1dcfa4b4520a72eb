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
import type { Call, CallResult, NodePlace, Repeat, StoredCall } from '../call/call.ts'
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
   * Judges by the policy of now what the tool meets on its way: a redirect, a file below a folder. Yes to the call is no yes to
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
   * Asks the person something that turned up on the way, on a card of its own, by the same road as every call. `question` is declared so
   * that only a person can answer it. Time spent waiting does not count as work.
   */
  ask(question: Tool, input: unknown): Promise<Answered>
  /** Shows output while the tool runs. What counts is the outcome: output may be cut or lost. */
  output(text: string): void
  /** Makes calls below this one, each through the gate. Absent: nobody keeps their order and limits, as by hand. */
  calls?(): ChildCalls
  /** Waits for something that is no work, such as a time: the turn may be laid down meanwhile. Absent: it just waits. */
  pause?<T>(waiting: () => Promise<T>): Promise<T>
  /** Writes down what an answer of a model used, before it is used. False: the turn may ask no model any more. */
  spendModel?(): Promise<boolean>
  usedModel?(text: string, usage: Usage): Promise<void>
}

/** Calls that a running call makes: its nodes, if it is a workflow. Leases, cards, budgets and locks are those of its turn. */
export interface ChildCalls {
  /** The tools that they may use. */
  readonly belt: ChildBelt
  /** Those that were made before, if the turn was taken up again. They count against the budgets, once. */
  known(): Promise<readonly StoredCall[]>
  /** Takes a call to its end. One that is stored under its id goes on from there. */
  make(asked: ChildCall, signal: AbortSignal): Promise<StoredCall>
  /** Waits for calls below: the caller itself does nothing meanwhile. */
  idle<T>(waiting: () => Promise<T>): Promise<T>
  /** Beside the calls: work that is no call, or, with `waits`, waiting for something that is no work. */
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
  /** Milliseconds that it may run; waiting for a person does not count. */
  readonly timeout?: number
  /** Why the call must not even be asked about, by what its inspection found. */
  refuses?(call: Call): CallResult | undefined
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
  /** The tool cannot tell: a person has to look. */
  | { readonly kind: 'unknown' }

/**
 * What may happen to a call that a crash cut off. `safe` is made again, `never` is for a person to settle; `idempotent` is looked at
 * first: the id of the call is the key under which it happens at most once.
 */
export type Repeatable<Input> =
  | { readonly repeat: 'safe' | 'never'; readonly verify?: never }
  | {
      readonly repeat: 'idempotent'
      /** Looks, does not touch: was this call done? May be asked again and again. */
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
  /** It spends its time waiting: it takes no place among the calls that run at once. */
  readonly waits?: true
  /** A schema of someone else that is shown to the model as it is; `input` must check what it says. */
  readonly inputSchema?: Readonly<Record<string, unknown>>
  /** Several: which of them a call is, its inspection says. The strictest counts where it does not. */
  readonly category: OneOf<Category>
  /** By its arguments or its inspection, too; a suspicion is a reason of its own to ask a person always. */
  readonly destructive: boolean | 'by_inspection' | ((input: Input) => boolean | Suspicion)
  /** A person answers every call, in every mode and whatever rules say, though it takes nothing away. */
  readonly asks?: 'always'
  readonly editSafe: boolean
  /** Several: which of them a call needs, its inspection says. All of them where it does not. */
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
  /** Fills in what the caller left open, before the call is frozen: what runs later is what was asked now. */
  complete?(input: Input, asker: Asker): Promise<Input>
  /** Looks, does not touch: the exact thing a person will see, and what it was proposed against. */
  inspect(input: Input, place: Place, ahead?: Ahead, asker?: Asker): Inspection | Promise<Inspection>
  /**
   * A target is not as it was when the call was proposed: is what was signed still what would happen? Looks at what it would be proposed as
   * now. Absent: no, the call is stale.
   */
  holds?(call: Call, now: Inspection, by: { readonly person: boolean }): boolean
  /** Of a tool that changes files: the facts of the tool that reads them. What that one may show, a stale call tells the model. */
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
  /** What a call is, is looked at again right before it runs. */
  readonly isInspected: boolean
  readonly editSafe: boolean
  readonly onRequest: boolean
  readonly limits: readonly string[]
  readonly specifier: { readonly kind: SpecifierKind; readonly template: string }
  readonly repeat: Repeat
  readonly parallelSafe: boolean
  readonly lock: string | undefined
  parse(args: unknown): ParsedInput | { readonly error: string }
  /** What a call is, by what its inspection found. An error: that is not what the tool declares. */
  natureOf(
    parsed: Pick<ParsedInput, 'facts'>,
    inspection: InspectedFacts,
  ): CallNature | { readonly error: string }
  /** A target changed since the call was proposed: does what was signed still hold? */
  holds(call: Call, now: Inspection, by: { readonly person: boolean }): boolean
  readonly shownBy: ToolFacts | undefined
  /** For `idempotent` tools: finds out whether an interrupted call was done. */
  verify(call: Call, place: Place): Promise<Verified>
  /** Does it. Takes nothing but a countersigned call, and the arguments that were signed. */
  run(signed: CountersignedCall, context: RunContext): Promise<ToolOutcome>
}

/** The description of a tool for lists; it cannot run. */
export type ToolSketch = Omit<Tool, 'parse' | 'natureOf' | 'holds' | 'shownBy' | 'verify' | 'run'>

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

/** Tools are made for every turn and level anew, mostly from the same inputs. */
const schemas = new WeakMap<z.ZodType, unknown>()

function schemaOf(input: z.ZodType, io: 'input' | 'output' = 'input'): unknown {
  const known = schemas.get(input)
  if (known !== undefined) return known
  const schema = z.toJSONSchema(input, { io })
  schemas.set(input, schema)
  return schema
}
