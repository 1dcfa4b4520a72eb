import ignore from 'ignore'
import type { Place } from '@countersign/policy'
import type { AnchoredFolder } from '../../workspace/anchored-folder.ts'
import type { RunContext } from '@countersign/agent'

/** What is searched for. */
export interface SearchWish extends Pick<RunContext, 'signal' | 'judging'> {
  readonly place: Place
  readonly pattern: string
  readonly literal: boolean
  readonly ignore_case: boolean
  /** Whole words only. */
  readonly word?: boolean
  readonly glob?: string | undefined
  readonly ignored: boolean
  /** Most lines that are of interest. */
  readonly lines: number
}

export interface SearchRoot {
  readonly folder: AnchoredFolder
  readonly path: string
  /** Only this file in the folder. */
  readonly only: string | undefined
}

/** A file with the numbers of the lines that fit. */
export interface FoundFile {
  /** From the folder that was searched. */
  readonly name: string
  readonly lines: readonly number[]
}

export type Finding =
  | { readonly ok: true; readonly files: readonly FoundFile[]; readonly cut: boolean }
  | { readonly ok: false; readonly message: string }

/** Finds lines in files, in the order of their names. `unavailable`: it cannot work on this machine. */
export type Finder = (root: SearchRoot, wish: SearchWish) => Promise<Finding | 'unavailable'>

/**
 * Whether a file matches the requested glob. It is matched here and not by the search program: there a glob would also include files that
 * `.gitignore` excludes.
 */
export function globFilter(glob: string | undefined): (name: string) => boolean {
  if (glob === undefined) return () => true
  const rules = ignore().add(glob)
  return (name) => rules.ignores(name)
}
