import type { Place } from '../../model/call.ts'
import type { Field } from '../../model/field.ts'
import type { BreakerKind, Hazard, Inner, ProgramFacts, Touch, Trait } from '../../model/part.ts'

/**
 * A program as data. One entry serves the read-only table, hazards, breakers, touched paths, traits and offers. `README.md` in this folder
 * shows how to add one.
 */
export interface ProgramSpec extends CommandSpec {
  /** As written on a command line; a trailing `*` matches any continuation (`mkfs.*`, `python3.*`). */
  readonly names: readonly string[]
  /**
   * Words that make the program answer about itself and do nothing else when they are the only argument.
   * Default `--version --help`; the empty string switches that off.
   */
  readonly queries?: string
  /** The words contain another command, so the search for hidden commands stops here. */
  readonly carrier?: true
}

/** A table of programs, created on first use: most commands need few of the tables. */
export type Table = () => readonly ProgramSpec[]

/** The meaning of the words of a program or subcommand. Every list of options is text in `OptionList` form. */
export interface CommandSpec {
  /**
   * Certainly without effect if every option is known and harmless. `query`: it queries a service and changes nothing; runs wherever
   * reading runs, but not in plan mode. Default: no.
   */
  readonly readonly?: boolean | 'query'
  /** How words become options; default GNU (`GNU`). */
  readonly style?: Style
  /** Harmless options. */
  readonly options?: OptionList
  /**
   * No version of the program has a harmful option except the declared ones, so unknown ones are accepted. Without it an unknown option
   * makes the command not read-only.
   */
  readonly anyOption?: boolean
  /** Harmless options whose value is a file that is read. */
  readonly reads?: OptionList
  /** Hazard: writes a file (its value, if it has one) that is not the ordinary output. */
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
  /** Its value is a file that the program writes normally (`gcc -o`): no hazard, but file rules apply to it. */
  readonly outputs?: OptionList
  /** The command itself has the effect of such an option: a rule must spell out its last word. */
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
  /**
   * The meaning of an unknown or missing subcommand; without it an unknown one is not read-only, and a missing one is this level itself.
   */
  readonly fallback?: CommandSpec
  /** Number of defining words for offers; default: program and subcommands. 0: only the exact call, -1: nothing. */
  readonly arity?: number
  /** Rewrites the words into the form that the table describes (`tar tf x` to `tar -t -f x`). */
  readonly rewrite?: (words: readonly Field[]) => readonly Field[]
  /**
   * For facts that a table cannot express. Gets the parsed words and the facts from the table, and returns the fields to replace. Must be
   * pure and total.
   */
  readonly read?: (args: ParsedArgs, facts: ProgramFacts) => FactsPatch
  /** The same for this command and everything below it; runs after the subcommand's own reader. */
  readonly around?: (args: ParsedArgs, facts: ProgramFacts) => FactsPatch
}

/**
 * Options, separated by blanks. `-a` is a flag; `-n=` takes a value (attached or the next word); `-c[=]` may have an attached value;
 * `--long`, `--long=`, `--long[=]` likewise; `--arg==` takes the next two words; `-o,--output=` are spellings of one option; `-#` is a
 * number (`head -5`); `--[no-]x` is `--x` and `--no-x`.
 */
export type OptionList = string

export interface Style {
  /** Options may follow operands. */
  readonly permute: boolean
  /** Unambiguous prefixes of long options are accepted. */
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

/** The meaning of the words that are not options. */
export interface OperandSpec {
  /** Paths: the action on each. `none` (default): no paths. */
  readonly act?: Touch['act'] | 'none'
  /** The last of two or more is written (`cp a b`, `ln a b`). */
  readonly last?: Touch['act']
  /** Leading operands that are not paths (`grep PATTERN`, `chmod MODE`). */
  readonly skip?: number
  /** With one of these options nothing is skipped (`grep -e`). */
  readonly skipUnless?: OptionList
  /** Read-only with at most this many. */
  readonly max?: number
  /** The touch is recursive whatever the options (`mv`). */
  readonly recursive?: boolean
}

/** A breaker that the words alone show. */
export interface BreakerSpec {
  readonly kind: BreakerKind
  /** Any of these options (declared in a list of the same command); absent: the command itself is one. */
  readonly options?: OptionList
  /** Not with one of these. */
  readonly unless?: OptionList
}

/** One option as found. */
export interface ParsedOption {
  /** All its spellings in the table, `-o`, `--output`; the word itself if the table does not have it. */
  readonly names: readonly string[]
  /** As written, with an attached value. */
  readonly written: string
  readonly effect: Effect | 'unknown'
  readonly value?: Field
  /** The word is exactly one of the names: not abbreviated, and nothing in it is unknown. */
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

/** An unknown word (or several) that could be an option. */
export interface Doubt {
  readonly field: Field
  /** It may expand to no word or to several. */
  readonly many: boolean
}

/** The words of one command, parsed by its table. */
export interface ParsedArgs {
  /** The whole vector. */
  readonly argv: readonly Field[]
  /** Name of the program in the table. */
  readonly program: string
  /** The resolved subcommands, `['stash', 'list']`. */
  readonly path: readonly string[]
  /** The remaining words for this (sub)command, before options are parsed. */
  readonly rest: readonly Field[]
  readonly options: readonly ParsedOption[]
  /** Options before the subcommand. */
  readonly before: readonly ParsedOption[]
  /** Words that are not options; possible options are in `doubts` too. */
  readonly operands: readonly Field[]
  readonly doubts: readonly Doubt[]
  /** A `--` was seen. */
  readonly dashes: boolean
  readonly context: ClassifyContext
  /** Whether a program of that name starts another one contained in its words. */
  readonly isCarrier: (name: string) => boolean
  /** Whether the option is (or could be, by abbreviation) present in any spelling, after the subcommand. */
  readonly has: (...names: readonly string[]) => boolean
  /** Value of the last such option. */
  readonly value: (...names: readonly string[]) => Field | undefined
}

/** Where the command runs, as far as known. */
export interface ClassifyContext {
  readonly place: Place
  readonly cwds: readonly (string | undefined)[]
}

/** Fields of the facts that a reader replaces; `notReadonly: undefined` makes it read-only. */
export type FactsPatch = Partial<ProgramFacts>

export type { Hazard, Inner, ProgramFacts, Touch, Trait }
