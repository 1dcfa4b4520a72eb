import type { BuiltinName } from './builtin-name.ts'
import type { ToolFacts } from './call.ts'
import type { IrreversibleKind } from './irreversible-kind.ts'
import type { PlacedRule } from './rule.ts'
import type { Carrier, Unreadable } from './part.ts'
import type { Range } from './field.ts'

/** Rows of the mode table (SPEC P2). `none`: it has no row, and only deny and ask rules apply. */
export type Row = 'read' | 'editSafe' | 'write' | 'execute' | 'external' | 'none'

/** How a deny or ask rule matches: certainly, possibly (then the answer is at least `ask`), or not. */
export type Fit = 'hit' | 'possible' | 'no'

/** Why a subject asks (or blocks) in every mode, and which allow rules could open it. */
export type Guard =
  /** Asks in every mode; `must` is true only for a rule that spells it out. */
  | { readonly because: 'protected'; readonly path: string }
  | { readonly because: 'outside'; readonly path: string }
  /** It is in the workspace, but may be part of something outside. */
  | { readonly because: 'mounted' | 'linked'; readonly path: string }
  /** The gate's own files: no allow rule opens them. */
  | { readonly because: 'own-files'; readonly path: string }

/** Keys for finding rules that could match. An absent key excludes no rule of that kind. */
export interface SubjectKeys {
  /** Possible first words of the command, in any spelling: `wordsOfCommand`. */
  readonly words?: readonly string[]
  /** Names on the way to a path. */
  readonly names?: readonly string[]
  /** A host and the domains that contain it. */
  readonly hosts?: readonly string[]
  /** The actual command is unknown, so any rule could match; for invisible code, any rule that a person set. */
  readonly beside?: 'any-rule' | 'any-own-rule'
}

/** A built-in that applies to a subject, and its object: a path, a command, an address. */
export interface BuiltinTag {
  readonly name: BuiltinName
  readonly target: string
}

/** Something that cannot be undone (SPEC P20). */
export interface Irreversible {
  readonly kind: IrreversibleKind
  /** The action as written: `aws s3api delete-bucket`, a path. */
  readonly target: string
  /** True for a rule that spells out what it lifts. The caller checks whether the rule covers the subject at all, and whose rule it is. */
  lifts(rule: PlacedRule): boolean
}

/** Why a URL is blocked in every mode unless an allow rule opens it. */
export type Refusal =
  | { readonly because: 'scheme'; readonly scheme: string }
  | { readonly because: 'private-host'; readonly host: string }

/**
 * One thing to decide: a simple command, a redirect, one form of a path, one form of a URL. A call has one or more; each goes through the
 * layers separately and the strictest verdict applies. Two readings, never mixed: `may` (deny, ask: what it could be) and `must` (allow:
 * what it certainly is).
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
  /** Built-ins of the shipped layer (SPEC P17) that apply to it. */
  readonly builtins?: readonly BuiltinTag[] | undefined
  /** Certainly without effect: runs wherever the read row runs (a read-only command, an input redirect). */
  readonly readonly?: { readonly program: string; readonly query?: true } | undefined
  readonly unreadable?: Unreadable | undefined
  readonly breaker?: { readonly kind: string; readonly target: string } | undefined
  readonly irreversible?: Irreversible | undefined
  readonly guard?: Guard | undefined
  readonly refusal?: Refusal | undefined
  /** Why it is not read-only or cannot be covered, for the reason on the card (`hazard`, `writes`, `assignment`…). Data, not prose. */
  readonly notes?: readonly Note[]
  may(rule: PlacedRule): Fit
  /** Only certain coverage. Accounts for protected and private targets: true only if the rule spells out what it must. */
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

/** The row of the mode table for a tool. */
export function rowOf({ category, editSafe }: ToolFacts): Row {
  return category === 'write' && editSafe ? 'editSafe' : category
}
