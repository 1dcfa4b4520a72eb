import { baseName } from '../text/base-name.ts'
import { refuse, type Reading } from './context.ts'
import { resolvePath, SOMEWHERE } from './directory.ts'
import { display, literal, type Field, type Piece } from '../model/field.ts'
import type { ProgramFacts } from '../model/part.ts'
import type { State } from './state.ts'
import { unionValues, type Value } from './value.ts'

/** The content that the text itself wrote into a file. A file with too many possible contents is not run unread. */
export function writtenIn(
  word: string | Field | RegExp,
  position: number,
  { cwds }: Pick<State, 'cwds'>,
  reading: Reading,
): readonly Value[] {
  const { files, lost } = reading
  if (files.size + lost.size === 0) return []
  const named =
    word instanceof RegExp
      ? [...files.keys(), ...lost].filter((file) => word.test(baseName(file)))
      : filesNamed(word, cwds, reading)
  const full = named.find((file) => lost.has(file))
  if (full !== undefined) refuse(reading, `\`${full}\` is filled in more ways than are followed`, position)
  return named.reduce<readonly Value[]>((all, file) => unionValues(all, files.get(file) ?? []), [])
}

/** The text itself created the content of the file but does not show it: `sed … > x; sh x`. */
export function isMade(word: Field, { cwds }: Pick<State, 'cwds'>, reading: Reading): boolean {
  return reading.made.size > 0 && filesNamed(word, cwds, reading).some((file) => reading.made.has(file))
}

/** `sed -i … x` of a file that the text wrote: its current content is not visible. */
export function noteChanged(
  { touches, program }: ProgramFacts,
  { cwds }: Pick<State, 'cwds'>,
  reading: Reading,
): void {
  const { files, made } = reading
  if (files.size === 0 || KEEPS.test(program ?? '')) return
  for (const { act, path } of touches) {
    if (act !== 'write') continue
    for (const file of fileKeys(path, { cwds })) if (files.has(file)) made.add(file)
  }
}

/** They only change permissions, or other tables report them. */
const KEEPS = /^(?:chmod|chown|chgrp|touch|tee|dd|sponge|cp|mv|ln|install|setfacl|git)$/

/** The key of a written file; one with an uncertain name is identified by its spelling. */
export function fileKeys(target: Field, { cwds }: Pick<State, 'cwds'>): readonly string[] {
  const path = literal(target)
  if (path === undefined) return [OPEN + display(target)]
  return cwds.flatMap((cwd) => resolvePath(path, cwd ?? SOMEWHERE) ?? [])
}

const OPEN = '?'

/** The files written by the text that a word may name, under any name that the text gives them. */
function filesNamed(word: string | Field, cwds: State['cwds'], reading: Reading): readonly string[] {
  const { files, lost, made, names } = reading
  const path = typeof word === 'string' ? word : literal(word)
  const all = [...files.keys(), ...lost, ...made, ...names.copies.keys(), ...names.links.keys()]
  const found = cwds.flatMap((cwd) => {
    if (path === undefined)
      return typeof word === 'string' ? [] : all.filter((file) => mayBe(word, file, cwd))
    const file = resolvePath(path, cwd ?? SOMEWHERE) ?? ''
    const end = cwd === undefined ? (resolvePath(path, '/') ?? '/') : undefined
    // `gzip a; zcat a.gz`
    const same = [file, file.replace(/\.(?:gz|bz2|xz|zst|b64)$/, '')]
    return end === undefined ? same : [...same, ...all.filter((each) => each.endsWith(end))]
  })
  const others = found.flatMap((file) => [
    ...(names.copies.get(file) ?? []),
    ...(names.links.get(file) ?? []),
  ])
  return [...new Set([...found, ...others])]
}

/** Whether a word with globs and holes could be the file: its known parts occur there in order. */
function mayBe(word: Field, file: string, cwd: string | undefined): boolean {
  const shown = display(word)
  if (file.startsWith(OPEN)) return file === OPEN + shown
  const [first] = word.pieces
  const absolute = first?.kind === 'hole' || shown.startsWith('/')
  const near = cwd !== undefined && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : undefined
  const name = absolute ? file : near
  if (name === undefined) return false
  const known = word.pieces.flatMap((piece, index) =>
    piece.kind === 'text' ? [bare(piece.text, word.pieces, index)] : [],
  )
  let at = 0
  for (const [index, text] of known.entries()) {
    const next = name.indexOf(text, at)
    if (next < 0 || (index === 0 && first?.kind === 'text' && next > 0)) return false
    at = next + text.length
  }
  return word.pieces.at(-1)?.kind !== 'text' || name.endsWith(known.at(-1) ?? '')
}

/** The text without `./`, and without the slash next to a search result: there may be no folder in between. */
function bare(text: string, pieces: Field['pieces'], index: number): string {
  const isFound = (piece: Piece | undefined): boolean => piece?.kind === 'hole' && piece.source === '{}'
  const end = isFound(pieces[index + 1]) ? text.replace(/\/$/, '') : text
  const start = isFound(pieces[index - 1]) ? end.replace(/^\//, '') : end
  return start.replace(/^(?:\.(?:\/|$))+/, '')
}
