import type { Place } from '../model/call.ts'
import type { Node, Script } from './ast.ts'
import type { Field, Range } from '../model/field.ts'
import type { FileNames } from './linked-files.ts'
import type { AssignmentFact, Carrier, ShellPart, Unreadable } from '../model/part.ts'
import type { State, Variable } from './state.ts'
import { isDownload, type Listing, type Value } from './value.ts'

/** The reader follows nested commands this deep; a deeper text is unreadable. */
const MAX_DEPTH = 8

/** A text may expand to this many commands, including each call of a function and each alternative. Nobody writes more. */
export const MAX_STEPS = 1_500

/** The findings of one walk over one text, which the walk updates in place. */
export interface Reading {
  readonly text: string
  readonly place: Place
  readonly parts: ShellPart[]
  unreadable: Unreadable | undefined
  steps: number
  readonly functions: Map<string, FunctionInfo>
  readonly aliases: Set<string>
  /** Scripts that run at another time (traps), walked at the end. */
  readonly deferred: Deferred[]
  /** The text that the command itself writes into files, by path. */
  readonly files: Map<string, readonly Value[]>
  /** Files that the text writes with content that it does not show. */
  readonly made: Set<string>
  /** Files with more possible contents than the reader follows. */
  readonly lost: Set<string>
  /** Inputs behind descriptors that the text opens in addition to standard input. */
  readonly opened: { readonly descriptor: number | undefined; readonly input: Input }[]
  /** Links and copies that the text itself makes. */
  readonly names: FileNames
  /** Files with content from the network. */
  readonly downloads: Set<string>
  /** Some command fetches something from the network. */
  fetched: boolean
  /** Jobs, coprocesses or named pipes carry output, so the order of the text does not say which command reads it. */
  concurrent: boolean
  /** Named pipes that the text makes. */
  readonly pipes: Set<string>
  /** A shell in `>(…)` reads from a descriptor, so any output may reach it. */
  fed: boolean
  /** Roots that commands may have printed; `at`: how many parts there were then. */
  readonly printedRoots: { readonly at: number; readonly roots: readonly string[] }[]
  /** The addresses of remotes were changed. */
  readdressed: boolean
  /** Some command is unknown: it may call any function with any arguments. */
  unknownCalls: boolean
  /** `walk.ts` passes its own walk in here, because commands start scripts and scripts start commands. */
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
  /** The reader has walked every call. Otherwise it walks the body once more, with nothing known. */
  called: boolean
  bomb: boolean
}

/** The surroundings of a command. Immutable: a nested command gets a new frame. */
export interface Frame {
  readonly reading: Reading
  readonly carriers: readonly Carrier[]
  readonly stdin: Input
  /** A substitution, the next command of a pipe or a file reads the output, so the reader has to work out what it is. */
  readonly outputUsed: boolean
  /** Functions that the reader is inside of, outermost first. */
  readonly calls: readonly string[]
  /** How many of `calls` had begun when the last pipeline or background job began. */
  readonly spawned: number
  readonly depth: number
  /** The first walk over a loop's body: only the state that it leaves for later rounds matters. */
  readonly prewalk: boolean
  /** The rounds of a loop are walked one by one. */
  readonly inTurn?: boolean
  /** The command runs in its own process, so its builtins do not change the state here. */
  readonly child: boolean
  /** The variables that `local` has hidden in the current function. */
  readonly locals?: Map<string, Variable>
}

/** A command's standard input. */
export type Input =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly values: readonly Value[] }
  | {
      readonly kind: 'data'
      readonly download: boolean
      /** The data comes from a file on this machine. */
      readonly local?: boolean
      /** It contains the environment variables. */
      readonly environment?: boolean
      /** A service answered it. Run as code it is treated as a download; read as data it is harmless. */
      readonly served?: boolean
      readonly listing?: Listing | undefined
      /** The first word of every line does not begin with a dash. */
      readonly rows?: true
      /** Every line begins with its number and a colon; `one`: there is at most one line. */
      readonly numbered?: 'one' | 'many'
      /** Texts that may be in it. */
      readonly texts?: readonly string[]
    }

/** One argument vector that runs, and everything around it that affects what it starts. */
export interface CommandCall {
  readonly argv: readonly Field[]
  readonly range: Field['range']
  readonly state: State
  readonly frame: Frame
  readonly stdin: Input
  readonly writes: readonly Field[]
  readonly assignments: readonly AssignmentFact[]
  /** The variables that the leading assignments set for the commands that it starts. */
  readonly environment: ReadonlyMap<string, Variable>
  /** How many leading words the reader left out because they may expand to nothing. */
  readonly dropped: number
  /** The call bypasses functions (`command ls`). */
  readonly bypass?: boolean
  /** The `$0`, `$1`… of a script in its words, if known. */
  readonly given?: readonly Field[]
}

/** Runs one argument vector. */
export type Run = (call: CommandCall) => Outcome

/** A builtin that runs in the current shell. `args`: its words after the name. */
export interface BuiltinCall {
  readonly name: string
  readonly args: readonly Field[]
  readonly state: State
  readonly frame: Frame
  readonly stdin: Input
  /** Variables in front of it. */
  readonly environment: ReadonlyMap<string, Variable>
}

/** The states after success and after failure of a command, and its output if known. */
export interface Outcome {
  readonly ok: State
  readonly fail: State
  readonly output?: readonly Value[] | undefined
  /** The paths that it printed, if their text is unknown. */
  readonly listing?: Listing | undefined
}

export function outcome(state: State, output?: Outcome['output']): Outcome {
  return { ok: state, fail: state, output }
}

/** Marks the text as unreadable. The first reason wins. */
export function refuse(reading: Reading, reason: string, position: number): void {
  reading.unreadable ??= { reason, position }
}

/** Counts work against the limit. False: the text is over it, and now unreadable. */
export function step(reading: Reading, position: number, cost = 1): boolean {
  reading.steps += cost
  if (reading.steps <= MAX_STEPS) return true
  refuse(reading, 'too many commands', position)
  return false
}

/** A frame one carrier deeper; undefined when the nesting exceeds the limit. */
export function deeper(frame: Frame, carrier: Carrier, change: Partial<Frame> = {}): Frame | undefined {
  if (frame.depth >= MAX_DEPTH) {
    refuse(frame.reading, `commands in commands, more than ${MAX_DEPTH} deep`, carrier.range.start)
    return undefined
  }
  return { ...frame, ...change, carriers: [...frame.carriers, carrier], depth: frame.depth + 1 }
}

/** Whether a command's input came from the network. */
export function fromNetwork({ stdin }: { readonly stdin: Input }): boolean {
  if (stdin.kind === 'data') return stdin.download
  return stdin.kind === 'text' && stdin.values.some(isDownload)
}

type Unplaced<Part> = Part extends ShellPart ? Omit<Part, 'range' | 'carriers' | 'cwds'> : never

/** Adds a part to the reading, with its position in the text and its working directories. */
export function say(
  part: Unplaced<ShellPart>,
  { frame, state, range }: { readonly frame: Frame; readonly state: State; readonly range: Range },
): void {
  frame.reading.parts.push({ ...part, range, carriers: frame.carriers, cwds: state.cwds })
}

type Data = Extract<Input, { readonly kind: 'data' }>

/** The facts about input of unknown text; none for input of another kind. */
export function dataOf(input: Input): Partial<Data> {
  return input.kind === 'data' ? input : {}
}

/** The possible texts of the input, if known. */
export function textsIn(input: Input): readonly Value[] {
  return input.kind === 'text' ? input.values : []
}
