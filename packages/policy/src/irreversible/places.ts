import { MADE_AGAIN, MADE_AGAIN_HERE } from './programs.ts'
import type { Place } from '../model/call.ts'
import { formOf } from '../paths/form.ts'
import { display, isTorn, literal, type Field } from '../model/field.ts'

/** A path that the text names, absolute and as written. */
export interface NamedPath {
  readonly path: string
  /** The word as written, including its unknown parts. */
  readonly written: string
  /** For people: absolute where it is certain. */
  readonly shown: string
  /** The path itself is named, not only the folder that contains it. */
  readonly whole: boolean
}

/**
 * The possible paths of a word, as far as the text names them: with globs and unknown parts, the folder before them. Empty if the word
 * names nothing.
 */
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

/** The folders in which a word that begins with a glob is expanded. */
export function globFolders(field: Field, cwds: readonly (string | undefined)[]): readonly NamedPath[] {
  if (field.pieces[0]?.kind !== 'glob') return []
  const written = display(field)
  return cwds.flatMap((cwd) =>
    cwd === undefined ? [] : [{ path: formOf(cwd).path, written, shown: `${cwd}/${written}`, whole: false }],
  )
}

/** Scratch space, and devices that store nothing. */
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)(?:\/|$)|^\/(?:dev|proc|sys)(?:\/|$)|^\/run\/user\/\d+\//

/** True for a path in scratch space. */
export function isScratch(path: string): boolean {
  return SCRATCH.test(`${path}/`)
}

/** True for the name of a workspace folder whose content can be regenerated. */
export function isMadeAgainFolder(name: string): boolean {
  return MADE_AGAIN.has(name) || MADE_AGAIN_HERE.has(name)
}

/** True when nothing of value is lost, wherever the path is: scratch space and regenerated files. */
export function isMadeAgain(path: string): boolean {
  return (
    isScratch(path) || path.startsWith('/var/cache/') || path.split('/').some((name) => MADE_AGAIN.has(name))
  )
}

/** True for a path of the workspace, which checkpoints can restore. */
export function isInside(path: string, { workspace }: Place): boolean {
  const root = formOf(workspace).path
  return path === root || path.startsWith(root === '/' ? '/' : `${root}/`)
}

/** The parts of the workspace that no checkpoint contains: its history. */
export function isHistory(path: string, { workspace }: Place): boolean {
  const root = formOf(workspace).path
  return (
    /^\/(?:.*\/)?\.(?:git|hg|svn|jj)(?:\/(?:objects|refs|logs|packed-refs).*)?$/.test(
      path.slice(root.length),
    ) && path.startsWith(root)
  )
}
