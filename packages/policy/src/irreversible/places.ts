import { MADE_AGAIN, MADE_AGAIN_HERE } from './programs.ts'
import type { Place } from '../model/call.ts'
import { formOf } from '../paths/form.ts'
import { display, isTorn, literal, type Field } from '../model/field.ts'

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

/** The folders that a word which begins with a glob is looked up in. */
export function globFolders(field: Field, cwds: readonly (string | undefined)[]): readonly NamedPath[] {
  if (field.pieces[0]?.kind !== 'glob') return []
  const written = display(field)
  return cwds.flatMap((cwd) =>
    cwd === undefined ? [] : [{ path: formOf(cwd).path, written, shown: `${cwd}/${written}`, whole: false }],
  )
}

/** Scratch space, and what takes everything and keeps nothing. */
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)(?:\/|$)|^\/(?:dev|proc|sys)(?:\/|$)|^\/run\/user\/\d+\//

/** True for a path in scratch space. */
export function isScratch(path: string): boolean {
  return SCRATCH.test(`${path}/`)
}

/** True for the name of a folder of a workspace whose content is made again. */
export function isMadeAgainFolder(name: string): boolean {
  return MADE_AGAIN.has(name) || MADE_AGAIN_HERE.has(name)
}

/** True when losing what is there loses nothing, wherever it is: scratch space, and what is made again. */
export function isMadeAgain(path: string): boolean {
  return (
    isScratch(path) || path.startsWith('/var/cache/') || path.split('/').some((name) => MADE_AGAIN.has(name))
  )
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
