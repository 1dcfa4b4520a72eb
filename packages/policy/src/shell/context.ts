import type { Place } from '../call.ts'
import type { Node, Script } from './ast.ts'
import type { Field, Range } from './field.ts'
import type { FileNames } from './linked-files.ts'
import type { AssignmentFact, Carrier, ShellPart, Unreadable } from './part.ts'
import type { State, Variable } from './state.ts'
import { isDownload, type Listing, type Value } from './value.ts'

/** Nesting of commands inside commands that is still followed. */
const MAX_DEPTH = 8

/** Commands that one text may come to, functions and alternatives counted each time. Nobody writes as many. */
export const MAX_STEPS = 1_500

/** What a walk has found so far. One for each text; changed in place. */
export interface Reading {
  readonly text: string
  readonly place: Place
  readonly parts: ShellPart[]
  unreadable: Unreadable | undefined
  steps: number
  readonly functions: Map<string, FunctionInfo>
  readonly aliases: Set<string>
  /** Scripts that run at a time of their own (traps), walked at the end. */
  readonly deferred: Deferred[]
  /** What the text itself writes into files, by their paths. */
  readonly files: Map<string, readonly Value[]>
  /** Files whose content it makes and does not show. */
  readonly made: Set<string>
  /** Files that it fills in more ways than are followed. */
  readonly lost: Set<string>
  /** What descriptors beside the input give that the text itself opens. */
  readonly opened: { readonly descriptor: number | undefined; readonly input: Input }[]
  /** Links and copies that the text itself makes. */
  readonly names: FileNames
  /** Files that got something from the network. */
  readonly downloads: Set<string>
  /** Some command gets something from the network. */
  fetched: boolean
  /** What is printed may reach commands on ways that do not follow the text: jobs, coprocesses, pipes with a name. */
  crossed: boolean
  /** Pipes with a name that the text makes. */
  readonly pipes: Set<string>
  /** A shell in `>(…)` reads from a descriptor: what is printed may reach it. */
  fed: boolean
  /** Roots that commands may have printed; `at`: how many parts there were then. */
  readonly told: { readonly at: number; readonly roots: readonly string[] }[]
  /** The addresses of remotes were changed. */
  readdressed: boolean
  /** A command that is not known may call any function, with any arguments. */
  unknownCalls: boolean
  /** Walks a script; given by `walk.ts`, so that commands can start scripts and scripts commands. */
  readonly walkScript: WalkScript
}

export type WalkScript = (script: Script, state: State, frame: Frame) => Outcome

export interface Deferred {
  readonly script: Script
  readonly frame: Frame
}

export interface FunctionInfo {
  readonly name: string
  readonly bodies: Node[]
  readonly range: Range
  /** Every way in which it is called was walked; else it is walked once more with nothing known. */
  called: boolean
  bomb: boolean
}

/** Where a command stands. Never changed: a deeper place gets a frame of its own. */
export interface Frame {
  readonly reading: Reading
  readonly carriers: readonly Carrier[]
  readonly stdin: Input
  /** Something reads what is printed here: a substitution, the next command of a pipe, a file. */
  readonly heard: boolean
  /** Functions that are being walked, outermost first. */
  readonly calls: readonly string[]
  /** How many of `calls` had begun when the last pipeline or background job began. */
  readonly spawned: number
  readonly depth: number
  /** The first walk of a loop's body, of which only the state is wanted. */
  readonly prewalk: boolean
  /** The rounds of a loop are walked one by one. */
  readonly inTurn?: boolean
  /** Runs in a process of its own: builtins change nothing here. */
  readonly child: boolean
  /** What `local` has hidden in the function that is being walked. */
  readonly locals?: Map<string, Variable>
}

/** What a command reads when it reads its input. */
export type Input =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly values: readonly Value[] }
  | {
      readonly kind: 'data'
      readonly download: boolean
      /** It is what stands in a file of this machine. */
      readonly local?: boolean
      /** It holds the variables of the environment. */
      readonly environment?: boolean
      /** A service has answered it: as code it comes from another machine, as data it is ordinary. */
      readonly served?: boolean
      readonly listing?: Listing | undefined
      /** The first word of every line begins with no dash. */
      readonly rows?: true
      /** Every line begins with its number and a colon; `one`: there is one line at most. */
      readonly numbered?: 'one' | 'many'
      /** Texts that may be in it. */
      readonly texts?: readonly string[]
    }

/** One argument vector that runs, and everything around it that matters for what it starts. */
export interface CommandCall {
  readonly argv: readonly Field[]
  readonly range: Field['range']
  readonly state: State
  readonly frame: Frame
  readonly stdin: Input
  readonly writes: readonly Field[]
  readonly assignments: readonly AssignmentFact[]
  /** What the leading assignments set, for the commands that it starts. */
  readonly environment: ReadonlyMap<string, Variable>
  /** Words at the start that were left out, because they may be nothing. */
  readonly dropped: number
  /** Functions are passed over (`command ls`). */
  readonly bypass?: boolean
  /** What a script in its words gets as `$0`, `$1`…, where that is known. */
  readonly given?: readonly Field[]
}

/** Runs one argument vector. */
export type Run = (call: CommandCall) => Outcome

/** A builtin that runs in this very shell. `args`: its words after the name. */
export interface BuiltinCall {
  readonly name: string
  readonly args: readonly Field[]
  readonly state: State
  readonly frame: Frame
  readonly stdin: Input
  /** Variables in front of it. */
  readonly environment: ReadonlyMap<string, Variable>
}

/** The states after a command that succeeded and after one that failed, and what it printed where that is known. */
export interface Outcome {
  readonly ok: State
  readonly fail: State
  readonly output?: readonly Value[] | undefined
  /** The paths that it has written down, where their text is not known. */
  readonly listing?: Listing | undefined
}

export function outcome(state: State, output?: Outcome['output']): Outcome {
  return { ok: state, fail: state, output }
}

/** Says that the text cannot be read with certainty. The first reason stays. */
export function refuse(reading: Reading, reason: string, position: number): void {
  reading.unreadable ??= { reason, position }
}

/** Counts work. False: enough, the text is not readable. */
export function step(reading: Reading, position: number, cost = 1): boolean {
  reading.steps += cost
  if (reading.steps <= MAX_STEPS) return true
  refuse(reading, 'too many commands', position)
  return false
}

/** A frame one carrier deeper; undefined: too deep. */
export function deeper(frame: Frame, carrier: Carrier, change: Partial<Frame> = {}): Frame | undefined {
  if (frame.depth >= MAX_DEPTH) {
    refuse(frame.reading, `commands in commands, more than ${MAX_DEPTH} deep`, carrier.range.start)
    return undefined
  }
  return { ...frame, ...change, carriers: [...frame.carriers, carrier], depth: frame.depth + 1 }
}

/** What a command reads came from the network. */
export function fromNetwork({ stdin }: { readonly stdin: Input }): boolean {
  if (stdin.kind === 'data') return stdin.download
  return stdin.kind === 'text' && stdin.values.some(isDownload)
}

type Unplaced<Part> = Part extends ShellPart ? Omit<Part, 'range' | 'carriers' | 'cwds'> : never

/** Says what was found, with where it stands and where it works. */
export function say(
  part: Unplaced<ShellPart>,
  { frame, state, range }: { readonly frame: Frame; readonly state: State; readonly range: Range },
): void {
  frame.reading.parts.push({ ...part, range, carriers: frame.carriers, cwds: state.cwds })
}

type Data = Extract<Input, { readonly kind: 'data' }>

/** What is known of input whose text is not: of any other nothing. */
export function dataOf(input: Input): Partial<Data> {
  return input.kind === 'data' ? input : {}
}

/** The texts that input may be, where these are known. */
export function textsIn(input: Input): readonly Value[] {
  return input.kind === 'text' ? input.values : []
}
