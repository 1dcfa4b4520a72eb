import { decide, type Place, type Policy } from '@countersign/policy'
import { relative } from 'node:path'
import { READ } from '../../rules/reading.ts'
import { subjectOf } from '../../workspace/workspace-path.ts'
import { walk } from './walk.ts'

/** A file or folder that a person may name in a message. */
export interface OfferedName {
  /** From the workspace root; a folder ends with a slash. */
  readonly path: string
  readonly kind: 'file' | 'folder'
}

export interface OfferedNames {
  readonly names: readonly OfferedName[]
  /** There may be others that fit. */
  readonly more: boolean
}

export interface NameWish {
  readonly place: Place
  readonly policy: Policy
  /** The part of the name that was typed so far. */
  readonly wanted: string
  readonly signal: AbortSignal
}

/** Limits: offered names, entries that are read for them, and depth in folders. */
const OFFER_LIMIT = 12
const LOOK_LIMIT = 20_000
const DEPTH_LIMIT = 20

/**
 * Names in the workspace that match the typed text, best first. Only names are read, never content; names that git ignores are skipped, and
 * so is everything that a rule, a built-in or the gate itself withholds from reading.
 */
export async function offeredNames({ place, policy, wanted, signal }: NameWish): Promise<OfferedNames> {
  const found: OfferedName[] = []
  let looked = 0
  const judge = (specifier: Parameters<typeof decide>[0]['specifier']) =>
    decide({ tool: READ, specifier, place }, policy)
  const { resolved: root } = await subjectOf('.', { ...place, cwd: place.workspace })
  const notes = await walk(root, {
    place,
    judge,
    signal,
    depth: DEPTH_LIMIT,
    ignored: false,
    visit({ path, kind }) {
      looked += 1
      if (kind === 'file' || kind === 'folder') {
        const name = relative(root, path)
        if (fit(name, wanted) !== undefined && isPlain(name)) found.push({ path: name, kind })
      }
      return looked < LOOK_LIMIT
    },
  })
  const ordered = found.toSorted((a, b) => compareNames(a.path, b.path, wanted))
  return {
    names: ordered
      .slice(0, OFFER_LIMIT)
      .map(({ path, kind }) => ({ path: kind === 'folder' ? `${path}/` : path, kind })),
    more: ordered.length > OFFER_LIMIT || notes?.cut === true || signal.aborted,
  }
}

/** A name with control characters or blanks at its ends cannot be written in a message. */
function isPlain(name: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s|\s$/u.test(name)
}

/** Best first: quality of the match, then distance from the root, then name. */
function compareNames(a: string, b: string, wanted: string): number {
  const depth = (name: string) => name.split('/').length
  return (
    (fit(a, wanted) ?? WORST) - (fit(b, wanted) ?? WORST) ||
    depth(a) - depth(b) ||
    (a < b ? -1 : a > b ? 1 : 0)
  )
}

const WORST = 5

/** How well a name matches the typed text, 0 best; undefined: not at all. */
function fit(name: string, wanted: string): number | undefined {
  const text = wanted.toLowerCase()
  const path = name.toLowerCase()
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (text === '' || last === text || path === text) return 0
  if (last.startsWith(text) || path.startsWith(text)) return 1
  if (last.includes(text)) return 2
  if (path.includes(text)) return 3
  return hasInOrder(path, text) ? 4 : undefined
}

function hasInOrder(path: string, text: string): boolean {
  let at = 0
  for (const letter of text) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
