import type { Place } from '../../model/call.ts'
import type { Field } from '../../model/field.ts'
import type { BreakerKind, Hazard, Inner, ProgramFacts, Touch, Trait } from '../../model/part.ts'

/**
 * A program as data. One entry serves the read-only table, hazards, breakers, touched paths, traits and offers.
 * `README.md` beside this file shows how to add one.
 */
export interface ProgramSpec extends CommandSpec {
  /** As written on a command line; a trailing `*` takes any continuation (`mkfs.*`, `python3.*`). */
  readonly names: readonly string[]
  /**
   * Words that make the program answer about itself and do nothing else when they are the only argument.
   * Default `--version --help`; the empty string switches that off.
   */
  readonly queries?: string
  /** The words hold another command, so a search for hidden commands stops here. */
  readonly carrier?: true
}

/** A table of programs. Made when one of them is first asked for: most commands need few of the tables. */
export type Table = () => readonly ProgramSpec[]

/** What a program, or one subcommand of it, does with its words. Every list of options is text in `OptionList` form. */
export interface CommandSpec {
  /**
   * Certainly without effect when every option is known and harmless. `query`: it asks a service and changes nothing; runs where reading
   * runs, but not in plan mode. Default: no.
   */
  readonly readonly?: boolean | 'query'
  /** How words become options; default GNU (`GNU`). */
  readonly style?: Style
  /** Harmless options. */
  readonly options?: OptionList
  /**
   * No option of any version of the program does harm, but those that are declared as harmful: unknown ones are taken.
   * Without it an option that the table does not know makes the command not read-only.
   */
  readonly anyOption?: boolean
  /** Harmless options whose value is a file that is read. */
  readonly reads?: OptionList
  /** Hazard: writes a file (the value, when there is one) that is not the ordinary output. */
  readonly writes?: OptionList
  /** Hazard: starts another program. */
  readonly starts?: OptionList
  /** Hazard: starts its value as shell text, which is judged too. */
  readonly runs?: OptionList
  /** Hazard: loads code or a program text from its value. */
  readonly loads?: OptionList
  /** Hazard: takes configuration from its value. */
  readonly configures?: OptionList
  /** No hazard under an allow rule, but not read-only. */
  readonly changes?: OptionList
  /** Its value is a file that the program writes in the ordinary way (`gcc -o`): no hazard, but rules for files bind it. */
  readonly outputs?: OptionList
  /** The command itself does what an option with that effect does: a rule must spell its last word. */
  readonly hazard?: Hazard['kind']
  readonly operands?: OperandSpec
  /** Names of options (declared above) that make its touches recursive. */
  readonly recursive?: OptionList
  readonly breakers?: readonly BreakerSpec[]
  readonly traits?: readonly Trait[]
  /** By first operand. Options declared here then are those before the subcommand. */
  readonly subcommands?: Readonly<Record<string, CommandSpec>>
  /** Options of this level are taken after the subcommand too (cobra: `docker`, `gh`, `kubectl`). */
  readonly inherited?: boolean
  /** What an unknown or missing subcommand means; without it an unknown one is not read-only, a missing one is this level itself. */
  readonly fallback?: CommandSpec
  /** Length of the defining words for offers; default: program and subcommands. 0: only the exact call, -1: nothing. */
  readonly arity?: number
  /** Rewrites the words into the form that the table describes (`tar tf x` to `tar -t -f x`). */
  readonly rewrite?: (words: readonly Field[]) => readonly Field[]
  /**
   * For what a table cannot say. Gets the parsed words and what the table made of them, returns the fields to replace.
   * Must be pure and total.
   */
  readonly read?: (args: ParsedArgs, facts: ProgramFacts) => FactsPatch
  /** The same, for this command and everything below it; runs after the subcommand's own reader. */
  readonly around?: (args: ParsedArgs, facts: ProgramFacts) => FactsPatch
}

/**
 * Options, separated by blanks. `-a` flag; `-n=` takes a value (joined or the next word); `-c[=]` may have a joined
 * value; `--long`, `--long=`, `--long[=]` likewise; `--arg==` takes the next two words; `-o,--output=` are spellings of
 * one option; `-#` is a number (`head -5`); `--[no-]x` is `--x` and `--no-x`.
 */
export type OptionList = string

export interface Style {
  /** Options may follow operands. */
  readonly permute: boolean
  /** Unambiguous beginnings of long options count. */
  readonly abbreviate: boolean
  /** `-abc` is `-a -b -c`. */
  readonly cluster: boolean
  /** Long options begin with one dash, values are the next word or follow `=` (`-name x`, go flags, java). */
  readonly singleDash: boolean
  /** `-x=v` means the value `v` of `-x` (cobra, clap), not `=v`. */
  readonly shortEquals: boolean
  /** No word is an option (`echo`, `expr`). */
  readonly none: boolean
}

/** GNU getopt_long; also git. */
export const GNU: Style = {
  permute: true,
  abbreviate: true,
  cluster: true,
  singleDash: false,
  shortEquals: false,
  none: false,
}
/** POSIX getopt, and the shell's builtins: options end at the first operand. */
export const POSIX: Style = { ...GNU, permute: false, abbreviate: false }
/** clap and cobra (`rg`, `fd`, `cargo`, `docker`, `gh`, `kubectl`). */
export const MODERN: Style = { ...GNU, abbreviate: false, shortEquals: true }
/** `-long value` (`go`, `java`, `terraform`, `openssl`). */
export const SINGLE_DASH: Style = { ...GNU, abbreviate: false, cluster: false, singleDash: true }
/** All words are operands. */
export const WORDS: Style = { ...GNU, none: true }

/** What the words that are no options are. */
export interface OperandSpec {
  /** Paths: what happens to each. `none` (default): no paths. */
  readonly act?: Touch['act'] | 'none'
  /** The last of two or more is written (`cp a b`, `ln a b`). */
  readonly last?: Touch['act']
  /** Leading operands that are no paths (`grep PATTERN`, `chmod MODE`). */
  readonly skip?: number
  /** With one of these options nothing is skipped (`grep -e`). */
  readonly skipUnless?: OptionList
  /** Read-only with at most this many. */
  readonly max?: number
  /** The touch takes along what is below whatever the options (`mv`). */
  readonly recursive?: boolean
}

/** A breaker that words alone show. */
export interface BreakerSpec {
  readonly kind: BreakerKind
  /** Any of these options (declared in a list of the same command); without it the command itself is one. */
  readonly options?: OptionList
  /** Not with one of these. */
  readonly unless?: OptionList
}

/** One option as found. */
export interface ParsedOption {
  /** All spellings of it in the table, `-o`, `--output`; the word itself when the table does not have it. */
  readonly names: readonly string[]
  /** As written, with a joined value. */
  readonly written: string
  readonly effect: Effect | 'unknown'
  readonly value?: Field
  /** The word is exactly one of the names: no abbreviation, nothing unknown in it. */
  readonly exact: boolean
  readonly field: Field
}

export type Effect =
  | 'plain'
  | 'reads'
  | 'writes'
  | 'starts'
  | 'runs'
  | 'loads'
  | 'configures'
  | 'changes'
  | 'outputs'

/** A word (or several) that is not known and could be an option. */
export interface Doubt {
  readonly field: Field
  /** Could be no word or several. */
  readonly many: boolean
}

/** The words of one command, read by its table. */
export interface ParsedArgs {
  /** The whole vector. */
  readonly argv: readonly Field[]
  /** Name of the program in the table. */
  readonly program: string
  /** Subcommands that were followed, `['stash', 'list']`. */
  readonly path: readonly string[]
  /** Words that are left for this (sub)command, before reading options. */
  readonly rest: readonly Field[]
  readonly options: readonly ParsedOption[]
  /** Options before the subcommand. */
  readonly before: readonly ParsedOption[]
  /** Words that are no options; those that could be ones are in `doubts` too. */
  readonly operands: readonly Field[]
  readonly doubts: readonly Doubt[]
  /** A `--` was seen. */
  readonly dashes: boolean
  readonly context: ClassifyContext
  /** A program of that name starts another one which stands in its words. */
  readonly isCarrier: (name: string) => boolean
  /** The option, not one before the subcommand, is (or could be, by abbreviation) there, by any of its spellings. */
  readonly has: (...names: readonly string[]) => boolean
  /** Value of the last such option. */
  readonly value: (...names: readonly string[]) => Field | undefined
}

/** Where the command runs, as far as it is known. */
export interface ClassifyContext {
  readonly place: Place
  readonly cwds: readonly (string | undefined)[]
}

/** Fields of the facts that a reader replaces; `notReadonly: undefined` makes it read-only. */
export type FactsPatch = Partial<ProgramFacts>

export type { Hazard, Inner, ProgramFacts, Touch, Trait }
