import type { AddressBuiltin } from './builtin-name.ts'

/** What kind of effect a call has. */
export type Category = 'read' | 'write' | 'execute' | 'external'

/** Which text of a call rules match, and how it is read. */
export type SpecifierKind = 'shell' | 'path' | 'url' | 'text'

/** `changed`: it describes itself differently than when it was last let through; `unlisted`: its server does not list it. */
export type Suspicion = 'changed' | 'unlisted'

/** What a tool declares about itself, as far as policy needs it. */
export interface ToolFacts {
  /** Canonical name, `files.write`, `mcp__github__create_issue`. */
  readonly name: string
  readonly category: Category
  /** Cannot be undone: always needs a person. Computed from the arguments where the tool says so. */
  readonly destructive: boolean
  /** Why a destructive call needs a person, where that is not what it takes away: it is not the tool that it was, or is said to be. */
  readonly suspect?: Suspicion | undefined
  /** A person answers every call, though it takes nothing away: no rule and no mode lets it run. */
  readonly asks?: 'always' | undefined
  /** A write that `acceptEdits` lets through. */
  readonly editSafe: boolean
  readonly kind: SpecifierKind
}

/** No rule and no mode lets a call of it run: it is destructive, or the tool always asks. */
export function needsPerson({ destructive, asks }: Pick<ToolFacts, 'destructive' | 'asks'>): boolean {
  return destructive || asks === 'always'
}

/** One path of a call: the text that was asked for, and where it leads once symlinks are followed. */
export interface PathSubject {
  readonly asked: string
  /** Absolute path after symlinks and `..`; absent when it is the lexical one. */
  readonly resolved?: string
  /** What is there is also somewhere else: another file system is mounted on the way, or the file has other names. */
  readonly elsewhere?: 'mounted' | 'linked'
}

/**
 * `stranger`: hands work to a program that the gate did not start. `own-program`: runs the gate itself. `own-link`: leads to the gate's own
 * files by a way that the text does not show.
 */
export type FoundBreaker = 'stranger' | 'own-program' | 'own-link'

/**
 * What the disk says of the paths that a command names (SPEC P20). The tool's inspection fills it in; policy never looks itself.
 * Paths are absolute and lexically normal. Without it a path outside the workspace counts as one where something is, and one
 * inside as kept.
 */
export interface DiskFacts {
  /** The command removes or overwrites these; undo does not keep them and nobody makes them again. */
  readonly unkept?: readonly string[]
  /** Nothing is there that a write would overwrite: nothing at all, or a folder. */
  readonly absent?: readonly string[]
  /** What a person must look at, in every mode and whatever rules say (SPEC P8.10). */
  readonly breakers?: readonly { readonly kind: FoundBreaker; readonly target: string }[]
}

/** An address beside that of the page, and the built-in that using it is a case of. */
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
      /** Where else the call leads: a link, the target of a form. Each is decided alone, and the strictest verdict counts. */
      readonly also?: readonly AlsoUrl[]
      readonly files?: readonly FileUse[]
    }
  | { readonly kind: 'text'; readonly text: string; readonly files?: readonly FileUse[] }

/** Where a call happens: all paths are absolute and lexically normal. */
export interface Place {
  readonly workspace: string
  readonly cwd: string
  readonly home: string
  /** Folders of the gate itself (its data folder): treated like `.countersign/`. */
  readonly own?: readonly string[]
}

/** A call as policy sees it: data only, nothing that can act. */
export interface PolicyCall {
  readonly tool: ToolFacts
  readonly specifier: Specifier
  readonly place: Place
}
