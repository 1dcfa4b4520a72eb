import type { FoundBreaker } from './call.ts'
import type { Loss } from './loss.ts'
import type { Field, Range } from './field.ts'

/** A place where a command reads, writes or removes a path that stands in its own words. */
export interface Touch {
  readonly act: 'read' | 'write' | 'remove'
  readonly path: Field
  /** Takes along what is below (`rm -r`, `chmod -R`, `cp -r` source, `mv`). */
  readonly recursive: boolean
  /** The command may write it, too. Only the guard for files that run by themselves later applies, not the rules for writing. */
  readonly perhaps?: true
  /** No table knows the word; it only looks like a path. */
  readonly guess?: true
  /** A folder in which files land whose names the words do not show (`tar -x -C`, `cp -r a/. b`). */
  readonly spread?: true
  /** The command writes nothing, or the same for every file, so no content survives. */
  readonly empties?: true
  /**
   * The text does not say that this very path is written: the program does it by itself, or code names it beside others. Rules bind it;
   * a loss it is not (SPEC P20).
   */
  readonly unsure?: true
}

/** An option by which a program does more than its name says; a trailing `*` in a rule does not cover it. */
export interface Hazard {
  readonly kind: 'starts' | 'loads' | 'writes' | 'configures'
  /** As written, `--output=x`, `-exec`. */
  readonly option: string
  readonly range: Range
  /** Words of the rule that spell it: a rule covers the hazard if its literal words hold one of these (`-o`, `--output`). */
  readonly spellings: readonly string[]
}

/** What shipped built-ins look for (P17). */
export type Trait =
  | 'send-files'
  | 'publish'
  | 'install-from-address'
  | 'runs-download'
  | 'shows-secrets'
  | 'download'

/** What one argument vector starts, when it starts something. */
export type Inner =
  /** Another argument vector, at `argv[from…]` of the outer one or made up of its words. */
  | {
      readonly kind: 'argv'
      readonly argv: readonly Field[]
      readonly from?: number | undefined
      /** More words come from elsewhere and are put at the end (`xargs`, `parallel`). */
      readonly more?: boolean
      /** Source of the holes in `argv` for which what comes from elsewhere is put in (`xargs -I{}`). */
      readonly mark?: string
      /** Variables that the outer vector sets for it (`env A=b cmd`, `sudo A=b cmd`). */
      readonly assignments?: readonly InnerAssignment[]
      /** Belongs to the outer command or runs elsewhere (`npx`, `docker exec`): seen by deny, ask and breakers alone. */
      readonly remote?: boolean
    }
  /** Shell text (`bash -c TEXT`, `eval`, `trap`, `watch`, `ssh host TEXT`). `remote`: as above. */
  | {
      readonly kind: 'script'
      readonly text: Field
      readonly remote?: boolean
      readonly dialect?: 'sh' | 'powershell'
      /** Words behind the text, `$0` first; absent: nobody knows. */
      readonly args?: readonly Field[]
      readonly assignments?: readonly InnerAssignment[]
    }
  /** Code that the words do not show: `bash -s`, `sh < file`, `xargs sh`. `table`: each line has a time before its command. */
  | { readonly kind: 'stdin-script'; readonly table?: true }
  /** Code that puts together more than is followed. */
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
  /** The whole outer vector where there is one, and the index in it at which the inner command begins. */
  readonly argv?: readonly Field[]
  readonly from?: number | undefined
  /** Allow rules and the read-only table may look through it. */
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
  /** What it would hit, as written. */
  readonly target: string
}

/** Why a command is not certainly read-only. */
export type NotReadonly =
  | { readonly because: 'unknown-program'; readonly program: string }
  | { readonly because: 'not-readonly'; readonly program: string; readonly argument?: string }
  | { readonly because: 'unknown-word'; readonly program: string; readonly range: Range }

/** What the tables say of one argument vector. Made by `programs/classify.ts`; pure data. */
export interface ProgramFacts {
  /** Name in the table, `git`; undefined for an unknown program. */
  readonly program?: string
  /** Absent: certainly read-only, with these very words (the *must* reading). */
  readonly notReadonly?: NotReadonly | undefined
  /** Asks a service and changes nothing: where `notReadonly` is absent it runs where reading runs, but not in plan mode. */
  readonly query?: boolean
  readonly hazards: readonly Hazard[]
  readonly touches: readonly Touch[]
  /** Breakers that the words alone show (the *may* reading); roots are found from `touches` in `breakers.ts`. */
  readonly breaker?: Breaker | undefined
  readonly traits: readonly Trait[]
  /** Commands that this one starts, with how far allow may look through. */
  readonly inner: readonly Inner[]
  /** For commands with `inner`: is it a transparent wrapper, with options that are all known? */
  readonly transparent: boolean
  readonly privilege: boolean
  /**
   * For deny and ask: further spellings of the vector, each with base name of the program and global options before the
   * subcommand removed (`git -C x push` → `git push`). The vector itself is always tried too.
   */
  readonly spellings: readonly (readonly Field[])[]
  /**
   * Length of the defining words (`git commit` 2, `npm run build` 3, `python3 -m pytest` 3); 0: offer nothing but the exact call; -1:
   * offer nothing.
   */
  readonly arity: number
  /** Code in the words or on the way in that is not shown (`eval "$X"`, `bash -c "$X"`). */
  readonly opaque: boolean
  /** Code in the words or on the way in may start commands that it does not show; a rule for the program covers it. */
  readonly hidden?: true
  /** What an interpreter reads is its program (`python3 -`), or the code in its words may evaluate it. */
  readonly input?: 'script'
  /** What its words lose for good (SPEC P20); what its paths lose is found from `touches` in `irreversible/`. */
  readonly loss?: Loss
}

interface PartBase {
  readonly range: Range
  readonly carriers: readonly Carrier[]
  /** Working directories that are possible here, absolute; undefined in the list: not known. */
  readonly cwds: readonly (string | undefined)[]
}

/** One simple command that could run. Alternatives of its words are parts of their own. */
export interface CommandPart extends PartBase {
  readonly kind: 'command'
  readonly argv: readonly Field[]
  readonly facts: ProgramFacts
  /** Leading assignments (`A=b cmd`, `env A=b cmd`), as written. */
  readonly assignments: readonly AssignmentFact[]
  /** Redirects that write, `> notes.txt`: each is a `write` part too. */
  readonly writes: readonly Field[]
  /** A function or alias of that name is defined in the text: the tables say nothing about it. */
  readonly shadowed: boolean
}

export interface AssignmentFact {
  readonly name: string
  readonly value?: Field | undefined
  readonly harmless: boolean
  /** What sees it loads code that is not shown. */
  readonly loads?: true
  readonly range: Range
}

/** A redirect that writes FILE (not `/dev/null` and the like). */
export interface WritePart extends PartBase {
  readonly kind: 'write'
  readonly target: Field
  readonly append: boolean
  /** The command that it belongs to, where it is a simple one. */
  readonly command?: readonly Field[] | undefined
}

/** A redirect that reads FILE. Never asks by itself; deny and ask rules for files bind it. */
export interface ReadPart extends PartBase {
  readonly kind: 'read'
  readonly target: Field
}

/** An assignment that stands alone, or `export`/`declare`/`local`/`readonly`. */
export interface AssignmentPart extends PartBase {
  readonly kind: 'assignment'
  readonly assignment: AssignmentFact
  readonly exported: boolean
}

/** Code made up by the command and handed to a shell without being shown. `download`: it came from the network. */
export interface OpaquePart extends PartBase {
  readonly kind: 'opaque'
  readonly source: 'download' | 'unknown'
}

/** A breaker that is a shape of the text and not of one command (a fork bomb, `find / | xargs rm`). */
export interface BreakerPart extends PartBase {
  readonly kind: 'breaker'
  readonly breaker: Breaker
}

export type ShellPart = CommandPart | WritePart | ReadPart | AssignmentPart | OpaquePart | BreakerPart

/** Why a text cannot be read with certainty, in words for people, and where. */
export interface Unreadable {
  readonly reason: string
  readonly position: number
}

/**
 * The reading of a command. When `unreadable` is set the whole asks (plan: blocks), and `parts` holds what could be
 * made out, for deny rules alone.
 */
export interface ShellReading {
  readonly parts: readonly ShellPart[]
  readonly unreadable?: Unreadable
}
