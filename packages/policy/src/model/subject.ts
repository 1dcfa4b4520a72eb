import type { BuiltinName } from './builtin-name.ts'
import type { ToolFacts } from './call.ts'
import type { IrreversibleKind } from './irreversible-kind.ts'
import type { PlacedRule } from './rule.ts'
import type { Carrier, Unreadable } from './part.ts'
import type { Range } from './field.ts'

/** Rows of the mode table (SPEC P2). `none`: has no row, it only listens to deny and ask rules. */
export type Row = 'read' | 'editSafe' | 'write' | 'execute' | 'external' | 'none'

/** How a deny or ask rule fits: for certain, possibly (then the answer is at least `ask`), or not. */
export type Fit = 'hit' | 'possible' | 'no'

/** Why a subject asks (or blocks) whatever the mode, and which allow rules could open it. */
export type Guard =
  /** Asks in every mode; `must` is true only for a rule that spells it. */
  | { readonly because: 'protected'; readonly path: string }
  | { readonly because: 'outside'; readonly path: string }
  /** Lies in the workspace, and may be a part of something outside all the same. */
  | { readonly because: 'mounted' | 'linked'; readonly path: string }
  /** The gate's own files: no allow rule opens them. */
  | { readonly because: 'own-files'; readonly path: string }

/** Keys under which rules that could fit are found. What is absent leaves no rule of that kind out. */
export interface SubjectKeys {
  /** First words that the command could have, by any spelling: `wordsOfCommand`. */
  readonly words?: readonly string[]
  /** Names on the way to a path. */
  readonly names?: readonly string[]
  /** A host and the domains that it is below. */
  readonly hosts?: readonly string[]
  /** What runs is not known: beside those, any rule could be meant; for code that is not shown, any that a person set. */
  readonly beside?: 'any-rule' | 'any-own-rule'
}

/** A built-in that a subject is a case of, and what of it: a path, a command, an address. */
export interface BuiltinTag {
  readonly name: BuiltinName
  readonly target: string
}

/** What cannot be undone (SPEC P20). */
export interface Irreversible {
  readonly kind: IrreversibleKind
  /** What it would do, as written: `aws s3api delete-bucket`, a path. */
  readonly target: string
  /** True for a rule that spells what it lifts. Whether the rule covers the subject at all, and whose it is, is asked beside it. */
  lifts(rule: PlacedRule): boolean
}

/** Why a URL is blocked in every mode unless an allow rule opens it. */
export type Refusal =
  | { readonly because: 'scheme'; readonly scheme: string }
  | { readonly because: 'private-host'; readonly host: string }

/**
 * One thing that is decided: a simple command, a redirect, one form of a path, one form of a URL. A call has one or more;
 * each goes through the layers alone and the strictest verdict counts. Two readings, never mixed:
 * `may` (deny, ask: what it could be) and `must` (allow: what it certainly is).
 */
export interface Subject {
  /** Short text for cards and audit: `npm publish`, `writes notes.txt`, `/etc/hosts`. */
  readonly label: string
  readonly range?: Range | undefined
  readonly carriers?: readonly Carrier[] | undefined
  /** Canonical names of the tools whose rules are tried (`terminal.exec`; `files.edit` also `files.write` for deny and ask). */
  readonly tools: { readonly may: readonly string[]; readonly must: readonly string[] }
  readonly row: Row
  readonly keys?: SubjectKeys | undefined
  /** Absolute path, for a form of a path. */
  readonly path?: string | undefined
  /** Built-ins of the shipped layer (SPEC P17) that this is a case of. */
  readonly builtins?: readonly BuiltinTag[] | undefined
  /** Certainly without effect: runs where the read row runs (a read-only command, an input redirect). */
  readonly readonly?: { readonly program: string; readonly query?: true } | undefined
  readonly unreadable?: Unreadable | undefined
  readonly breaker?: { readonly kind: string; readonly target: string } | undefined
  readonly irreversible?: Irreversible | undefined
  readonly guard?: Guard | undefined
  readonly refusal?: Refusal | undefined
  /** Why it is not read-only or not coverable, for the reason on the card (`hazard`, `writes`, `assignment`…). Data, not prose. */
  readonly notes?: readonly Note[]
  may(rule: PlacedRule): Fit
  /** Only certain coverage. Encodes protected and private: true only where the rule spells what it must spell. */
  must(rule: PlacedRule): boolean
}

/** A fact about a subject that explains a verdict. */
export type Note =
  | { readonly because: 'unknown-program'; readonly program: string }
  | { readonly because: 'not-readonly'; readonly program: string; readonly argument?: string }
  | { readonly because: 'unknown-word'; readonly program: string; readonly range: Range }
  | { readonly because: 'hazard'; readonly program: string; readonly option: string }
  | { readonly because: 'writes'; readonly target: string }
  | { readonly because: 'assignment'; readonly name: string }
  | { readonly because: 'privilege'; readonly carrier: string }
  | { readonly because: 'opaque-code'; readonly source: 'download' | 'unknown' }

/** The row of a mode that a tool falls under. */
export function rowOf({ category, editSafe }: ToolFacts): Row {
  return category === 'write' && editSafe ? 'editSafe' : category
}
