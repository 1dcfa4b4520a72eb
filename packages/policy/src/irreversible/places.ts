import type { Place } from '../call.ts'
import { formOf } from '../paths/form.ts'
import { isTorn, literal, type Field } from '../shell/field.ts'
import { wordSet } from '../word-set.ts'

/** A path that the text names, absolute and as written. */
export interface NamedPath {
  readonly path: string
  /** The word, with what is not known in it. */
  readonly written: string
  /** For people: absolute where it is certain. */
  readonly shown: string
  /** The path itself is named, not only the folder that it is in. */
  readonly whole: boolean
}

/** Where a word may lead, as far as the text names it: with globs and unknown parts, the folder before them. Empty for no name at all. */
export function namedPaths(field: Field, cwds: readonly (string | undefined)[]): readonly NamedPath[] {
  if (isTorn(field)) return []
  const [first] = field.pieces
  const known = literal(field)
  const text = known ?? (first?.kind === 'text' ? first.text : '')
  if (text === '' || text === '-') return []
  const written = field.pieces.map((piece) => (piece.kind === 'hole' ? piece.source : piece.text)).join('')
  const bases = text.startsWith('/') ? [''] : cwds.flatMap((cwd) => (cwd === undefined ? [] : [`${cwd}/`]))
  return bases.map((base) => {
    const { path } = formOf(`${base}${text}`)
    return { path, written, shown: known === undefined ? written : path, whole: known !== undefined }
  })
}

/** Scratch space, and what takes everything and keeps nothing. */
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)(?:\/|$)|^\/(?:dev|proc|sys)(?:\/|$)|^\/run\/user\/\d+\//

/** True for a path in scratch space. */
export function isScratch(path: string): boolean {
  return SCRATCH.test(`${path}/`)
}

/** Folders whose content is made again by the tools that made it. */
const MADE_AGAIN = wordSet(
  'node_modules bower_components __pycache__ .cache .caches cache caches Caches Cache .venv venv .tox .nox .mypy_cache .pytest_cache ' +
    '.ruff_cache .next .nuxt .svelte-kit .turbo .parcel-cache .angular .gradle .nyc_output coverage _cacache .npm .yarn-cache ' +
    'DerivedData .terraform .eggs .ipynb_checkpoints dist build target',
)

/** True for the name of a folder whose content is made again. */
export function isMadeAgainFolder(name: string): boolean {
  return MADE_AGAIN.has(name)
}

/** True when losing what is there loses nothing: scratch space, and what is made again. */
export function isMadeAgain(path: string): boolean {
  return isScratch(path) || path.split('/').some(isMadeAgainFolder)
}

/** True for a path of the workspace, which checkpoints bring back. */
export function isInside(path: string, { workspace }: Place): boolean {
  const root = formOf(workspace).path
  return path === root || path.startsWith(root === '/' ? '/' : `${root}/`)
}

/** The parts of the workspace that no checkpoint holds: its history. */
export function isHistory(path: string, { workspace }: Place): boolean {
  const root = formOf(workspace).path
  return (
    /^\/(?:.*\/)?\.(?:git|hg|svn|jj)(?:\/(?:objects|refs|logs|packed-refs).*)?$/.test(
      path.slice(root.length),
    ) && path.startsWith(root)
  )
}
