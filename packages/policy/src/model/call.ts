import type { AddressBuiltin } from './builtin-name.ts'

/** The kind of effect that a call has. */
export type Category = 'read' | 'write' | 'execute' | 'external'

/** The text of a call that rules match, and how it is interpreted. */
export type SpecifierKind = 'shell' | 'path' | 'url' | 'text'

/** `changed`: its description differs from when it was last allowed; `unlisted`: its server does not list it. */
export type Suspicion = 'changed' | 'unlisted'

/** The facts that a tool declares, as far as the policy needs them. */
export interface ToolFacts {
  /** Canonical name, `files.write`, `mcp__github__create_issue`. */
  readonly name: string
  readonly category: Category
  /** Cannot be undone: always needs a person. May depend on the arguments. */
  readonly destructive: boolean
  /** Why a destructive call needs a person, if not for its effect: the tool is not what it was, or not what it is said to be. */
  readonly suspect?: Suspicion | undefined
  /** A person answers every call, although nothing is destroyed: no rule and no mode lets it run. */
  readonly asks?: 'always' | undefined
  /** A write that `acceptEdits` allows. */
  readonly editSafe: boolean
  readonly kind: SpecifierKind
}

/** Whether no rule and no mode can let a call run: it is destructive, or the tool always asks. */
export function needsPerson({ destructive, asks }: Pick<ToolFacts, 'destructive' | 'asks'>): boolean {
  return destructive || asks === 'always'
}

/** One path of a call: the requested text, and its target after following symlinks. */
export interface PathSubject {
  readonly asked: string
  /** Absolute path after symlinks and `..`; absent if equal to the lexical one. */
  readonly resolved?: string
  /** The file is also reachable elsewhere: another file system is mounted on the way, or the file has other names. */
  readonly elsewhere?: 'mounted' | 'linked'
}

/**
 * `stranger`: hands work to a program that the gate did not start. `own-program`: runs the gate itself. `own-link`: leads to the gate's own
 * files in a way that the text does not show.
 */
export type FoundBreaker = 'stranger' | 'own-program' | 'own-link'

/**
 * Facts from the disk about the paths that a command names (SPEC P20). The tool's inspection collects them; the policy never reads the
 * disk. Paths are absolute and lexically normalised. Without these facts, something is assumed to exist at a path outside the workspace,
 * and a path inside is assumed to be kept.
 */
export interface DiskFacts {
  /** Removed or overwritten paths that undo does not keep and nothing regenerates. */
  readonly unkept?: readonly string[]
  /** Paths where a write would overwrite nothing: nothing exists there, or a folder. */
  readonly absent?: readonly string[]
  /** Facts that a person must see, in every mode and whatever rules say (SPEC P8.10). */
  readonly breakers?: readonly { readonly kind: FoundBreaker; readonly target: string }[]
}

/** An address in addition to that of the page, and the built-in that applies to it. */
export interface AlsoUrl {
  readonly url: string
  readonly builtin?: AddressBuiltin
}

/** A file that a call reads or writes besides what it is about: decided as that tool's call would be. */
export interface FileUse {
  readonly tool: 'files.read' | 'files.create' | 'files.write'
  readonly path: PathSubject
}

/** The text of a call that rules match. */
export type Specifier =
  | { readonly kind: 'shell'; readonly command: string; readonly disk?: DiskFacts }
  | { readonly kind: 'path'; readonly paths: readonly PathSubject[] }
  | {
      readonly kind: 'url'
      readonly url: string
      readonly resolvedAddress?: string
      /** Further addresses of the call: a link, the target of a form. Each is decided separately, and the strictest verdict applies. */
      readonly also?: readonly AlsoUrl[]
      readonly files?: readonly FileUse[]
    }
  | { readonly kind: 'text'; readonly text: string; readonly files?: readonly FileUse[] }

/** Where a call happens: all paths are absolute and lexically normalised. */
export interface Place {
  readonly workspace: string
  readonly cwd: string
  readonly home: string
  /** The gate's own folders (its data folder): treated like `.countersign/`. */
  readonly own?: readonly string[]
}

/** A call as the policy sees it: data only, without any ability to act. */
export interface PolicyCall {
  readonly tool: ToolFacts
  readonly specifier: Specifier
  readonly place: Place
}
