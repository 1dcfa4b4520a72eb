import type { FoundBreaker } from './call.ts'
import type { Loss } from './loss.ts'
import type { Field, Range } from './field.ts'

/** A path in a command's own words that it reads, writes or removes. */
export interface Touch {
  readonly act: 'read' | 'write' | 'remove'
  readonly path: Field
  /** Includes everything below (`rm -r`, `chmod -R`, `cp -r` source, `mv`). */
  readonly recursive: boolean
  /** The command may also write it. Only the guard for files that run automatically later applies, not the rules for writing. */
  readonly perhaps?: true
  /** No table knows the word; it only looks like a path. */
  readonly guess?: true
  /** A folder that receives files whose names the words do not show (`tar -x -C`, `cp -r a/. b`). */
  readonly spread?: true
  /** The command writes nothing, or the same to every file, so no content survives. */
  readonly empties?: true
  /**
   * The text does not say that this exact path is written: the program writes it implicitly, or code names it among others. Rules apply to
   * it, but it is not a loss (SPEC P20).
   */
  readonly unsure?: true
}

/** An option that makes a program do more than its name says; a trailing `*` in a rule does not cover it. */
export interface Hazard {
  readonly kind: 'starts' | 'loads' | 'writes' | 'configures'
  /** As written, `--output=x`, `-exec`. */
  readonly option: string
  readonly range: Range
  /** Words with which a rule spells it out: a rule covers the hazard if its literal words contain one of these (`-o`, `--output`). */
  readonly spellings: readonly string[]
}

/** The traits that shipped built-ins check (P17). */
export type Trait =
  | 'send-files'
  | 'publish'
  | 'install-from-address'
  | 'runs-download'
  | 'shows-secrets'
  | 'download'

/** The command that an argument vector starts, if it starts one. */
export type Inner =
  /** Another argument vector, at `argv[from…]` of the outer one or built from its words. */
  | {
      readonly kind: 'argv'
      readonly argv: readonly Field[]
      readonly from?: number | undefined
      /** More words from another source are appended (`xargs`, `parallel`). */
      readonly more?: boolean
      /** Source of the holes in `argv` that input from elsewhere replaces (`xargs -I{}`). */
      readonly mark?: string
      /** Variables that the outer vector sets for it (`env A=b cmd`, `sudo A=b cmd`). */
      readonly assignments?: readonly InnerAssignment[]
      /** Belongs to the outer command or runs elsewhere (`npx`, `docker exec`): only deny, ask and breakers see it. */
      readonly remote?: boolean
    }
  /** Shell text (`bash -c TEXT`, `eval`, `trap`, `watch`, `ssh host TEXT`). `remote`: as above. */
  | {
      readonly kind: 'script'
      readonly text: Field
      readonly remote?: boolean
      readonly dialect?: 'sh' | 'powershell'
      /** Words after the text, starting with `$0`; absent: unknown. */
      readonly args?: readonly Field[]
      readonly assignments?: readonly InnerAssignment[]
    }
  /** Code that the words do not show: `bash -s`, `sh < file`, `xargs sh`. `table`: each line has a time before its command. */
  | { readonly kind: 'stdin-script'; readonly table?: true }
  /** Code whose construction is too complex to follow. */
  | { readonly kind: 'beyond'; readonly range: Range }

/** A variable that a wrapper sets, as written. */
export interface InnerAssignment {
  readonly name: string
  readonly value: Field
  readonly range: Range
}

/** How a command came to be started. Outermost first. */
export interface Carrier {
  readonly kind: 'wrapper' | 'substitution' | 'function' | 'inline' | 'pipe' | 'remote'
  /** `sudo`, `timeout`, `bash -c`, `$(…)`, `<(…)`. */
  readonly name: string
  /** The whole outer vector if there is one, and the index at which the inner command begins. */
  readonly argv?: readonly Field[]
  readonly from?: number | undefined
  /** Allow rules and the read-only table may see through it. */
  readonly transparent: boolean
  /** Raises privilege: an allow rule must name it. */
  readonly privilege?: boolean | undefined
  readonly range: Range
}

export type BreakerKind =
  | 'remove-root'
  | 'change-root'
  | 'move-root'
  | 'disk'
  | 'fork-bomb'
  | 'power'
  | 'kill-all'
  | 'crontab'
  | 'git-force-push'
  | 'git-discard'
  | 'erase'
  | FoundBreaker

export interface Breaker {
  readonly kind: BreakerKind
  /** The target, as written. */
  readonly target: string
}

/** Why a command is not certainly read-only. */
export type NotReadonly =
  | { readonly because: 'unknown-program'; readonly program: string }
  | { readonly because: 'not-readonly'; readonly program: string; readonly argument?: string }
  | { readonly because: 'unknown-word'; readonly program: string; readonly range: Range }

/** The tables' facts about one argument vector, made by `programs/classify.ts`; pure data. */
export interface ProgramFacts {
  /** Name in the table, `git`; undefined for an unknown program. */
  readonly program?: string
  /** Absent: certainly read-only with exactly these words (the *must* reading). */
  readonly notReadonly?: NotReadonly | undefined
  /** Queries a service and changes nothing: if `notReadonly` is absent it runs wherever reading runs, except in plan mode. */
  readonly query?: boolean
  readonly hazards: readonly Hazard[]
  readonly touches: readonly Touch[]
  /** A breaker that the words alone show (the *may* reading); `breakers.ts` finds roots in `touches`. */
  readonly breaker?: Breaker | undefined
  readonly traits: readonly Trait[]
  /** Commands that this one starts, and how far allow rules may see through. */
  readonly inner: readonly Inner[]
  /** For commands with `inner`: whether it is a transparent wrapper whose options are all known. */
  readonly transparent: boolean
  readonly privilege: boolean
  /**
   * For deny and ask: further spellings of the vector, each with the program's base name and without global options before the subcommand
   * (`git -C x push` → `git push`). The vector itself is always tried too.
   */
  readonly spellings: readonly (readonly Field[])[]
  /**
   * Number of defining words (`git commit` 2, `npm run build` 3, `python3 -m pytest` 3); 0: offer only the exact call; -1: offer nothing.
   */
  readonly arity: number
  /** Code in the words or on standard input that is not visible (`eval "$X"`, `bash -c "$X"`). */
  readonly opaque: boolean
  /** Code in the words or on standard input may start commands that are not visible; a rule for the program covers it. */
  readonly hidden?: true
  /** The interpreter's input is its program (`python3 -`), or the code in its words may evaluate it. */
  readonly input?: 'script'
  /** The irreversible loss that its words show (SPEC P20); `irreversible/` finds the loss of its paths from `touches`. */
  readonly loss?: Loss
}

interface PartBase {
  readonly range: Range
  readonly carriers: readonly Carrier[]
  /** The possible working directories here, absolute; an undefined entry: unknown. */
  readonly cwds: readonly (string | undefined)[]
}

/** One simple command that could run. Alternatives of its words are separate parts. */
export interface CommandPart extends PartBase {
  readonly kind: 'command'
  readonly argv: readonly Field[]
  readonly facts: ProgramFacts
  /** Leading assignments (`A=b cmd`, `env A=b cmd`), as written. */
  readonly assignments: readonly AssignmentFact[]
  /** Redirects that write, `> notes.txt`: each is a `write` part too. */
  readonly writes: readonly Field[]
  /** The text defines a function or alias of that name, so the tables do not apply. */
  readonly shadowed: boolean
}

export interface AssignmentFact {
  readonly name: string
  readonly value?: Field | undefined
  readonly harmless: boolean
  /** The program loads code that is not visible. */
  readonly loads?: true
  readonly range: Range
}

/** A redirect that writes FILE (except `/dev/null` and the like). */
export interface WritePart extends PartBase {
  readonly kind: 'write'
  readonly target: Field
  readonly append: boolean
  /** The command that it belongs to, if that is a simple one. */
  readonly command?: readonly Field[] | undefined
}

/** A redirect that reads FILE. It never asks on its own; deny and ask rules for files apply to it. */
export interface ReadPart extends PartBase {
  readonly kind: 'read'
  readonly target: Field
}

/** A standalone assignment, or `export`/`declare`/`local`/`readonly`. */
export interface AssignmentPart extends PartBase {
  readonly kind: 'assignment'
  readonly assignment: AssignmentFact
  readonly exported: boolean
}

/** Code that the command constructs and passes to a shell without showing it. `download`: it came from the network. */
export interface OpaquePart extends PartBase {
  readonly kind: 'opaque'
  readonly source: 'download' | 'unknown'
}

/** A breaker in the structure of the text rather than in one command (a fork bomb, `find / | xargs rm`). */
export interface BreakerPart extends PartBase {
  readonly kind: 'breaker'
  readonly breaker: Breaker
}

export type ShellPart = CommandPart | WritePart | ReadPart | AssignmentPart | OpaquePart | BreakerPart

/** Why a text cannot be parsed with certainty, in words for people, and where. */
export interface Unreadable {
  readonly reason: string
  readonly position: number
}

/**
 * The reading of a command. If `unreadable` is set the whole command asks (plan: blocks), and `parts` has whatever was recognised, for deny
 * rules only.
 */
export interface ShellReading {
  readonly parts: readonly ShellPart[]
  readonly unreadable?: Unreadable
}
