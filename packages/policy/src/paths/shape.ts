import { display, literal, type Field } from '../model/field.ts'
import { MANY, ONE, codePoints, literalTokens, type Token } from '../text/name-glob.ts'
import { classAt } from './pattern.ts'

/** One name on the way of an uncertain word, or (`deep`) any number of unknown names. */
export type ShapeSegment = { readonly kind: 'deep' } | ShapeName

export interface ShapeName {
  readonly kind: 'name'
  readonly tokens: readonly Token[]
  readonly literal?: string
  /** The command does not determine some of its text. */
  readonly hole: boolean
}

/** The names of a word of a shell command, from its start. */
export interface Shape {
  /** `root`: the word is absolute; `cwd`: it starts at the working directory; `unknown`: the start cannot be determined. */
  readonly from: 'root' | 'cwd' | 'unknown'
  readonly segments: readonly ShapeName[]
  /** For an unknown start: it is somewhere below this. */
  readonly under?: Shape
}

/** A word that is certain, or the shapes that it could have. */
export type Word =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'shapes'; readonly text: string; readonly shapes: readonly Shape[] }

/**
 * Reads a word of a command as a path. Globs stay within a name, as in a shell; unknown text can be part of a name, or lead anywhere (it
 * may contain slashes and `..`).
 */
export function readWord(word: string | Field): Word {
  if (typeof word === 'string') return { kind: 'literal', text: word }
  const text = literal(word)
  if (text !== undefined) return { kind: 'literal', text }
  if (isPipe(word)) return { kind: 'literal', text: PIPE }
  const atoms = word.pieces.flatMap(atomsOf)
  const inside = atoms.map((atom): Atom => (isHole(atom) ? 'hole-in-name' : atom))
  const last = atoms.findLastIndex(isHole)
  const shapes = [shapeOf(inside, startOf(atoms))]
  if (last >= 0) {
    const under = folderOf(atoms)
    const rest = inside.slice(last + 1)
    // There may be no names on the way at all.
    const end = under !== undefined && rest[0] === 'slash' ? rest : ['hole-in-name' as const, ...rest]
    shapes.push({ ...shapeOf(end, 'unknown'), ...(under === undefined ? {} : { under }) })
  }
  return { kind: 'shapes', text: display(word), shapes }
}

/** The folder that the word cannot leave: its holes are only names found there. */
function folderOf(atoms: readonly Atom[]): Shape | undefined {
  const before = atoms.slice(0, atoms.findIndex(isHole))
  const certain = before.length > 0 && before.every((atom) => atom === 'slash' || isCharacter(atom))
  if (!certain || atoms.includes('hole') || climbs(atoms.slice(before.length))) return undefined
  const name = nameOf(before.slice(before.lastIndexOf('slash') + 1)).literal
  // The name before a hole may continue in it.
  const whole = name === '' || name === '.' || name === '..'
  return shapeOf(whole ? before : [...before, 'hole-in-name'], startOf(before))
}

/** `{}/../x`: a name in it leads up again. */
function climbs(atoms: readonly Atom[]): boolean {
  const inside = atoms.map((atom): Atom => (isHole(atom) ? 'hole-in-name' : atom))
  return namesOf(inside).some(({ literal: name }) => name === '..')
}

function isHole(atom: Atom): boolean {
  return atom === 'hole' || atom === 'hole-below'
}

function isCharacter(atom: Atom): boolean {
  return typeof atom !== 'string' && atom.kind === 'char'
}

/** The path of a process substitution: the end of a pipe, whatever its text says. */
const PIPE = '/dev/fd/63'

function isPipe({ pieces }: Field): boolean {
  const [only] = pieces
  return pieces.length === 1 && only?.kind === 'hole' && /^[<>]\(/.test(only.source)
}

type Atom = Token | 'slash' | 'hole' | 'hole-below' | 'hole-in-name'

const SLASH = 0x2f

function atomsOf(piece: Field['pieces'][number]): readonly Atom[] {
  switch (piece.kind) {
    case 'text':
      return literalTokens(piece.text).map(orSlash)
    case 'glob':
      return globTokens(piece.text).map(orSlash)
    case 'hole':
      return [piece.below === true ? 'hole-below' : 'hole']
    default:
      return piece satisfies never
  }
}

function orSlash(token: Token): Atom {
  return token.kind === 'char' && token.code === SLASH ? 'slash' : token
}

/** The wildcards of a shell: `*`, `?`, `[a-c]`. */
function globTokens(text: string): readonly Token[] {
  const codes = codePoints(text)
  const tokens: Token[] = []
  for (let at = 0; at < codes.length; at++) {
    const found = classAt(codes, at)
    const code = codes[at] ?? 0
    if (found !== undefined) at = found.end
    tokens.push(found?.token ?? (code === 0x2a ? MANY : code === 0x3f ? ONE : { kind: 'char', code }))
  }
  return tokens
}

function startOf(atoms: readonly Atom[]): Shape['from'] {
  const [first] = atoms
  if (first === 'slash') return 'root'
  return first !== undefined && isHole(first) ? 'unknown' : 'cwd'
}

function shapeOf(atoms: readonly Atom[], from: Shape['from']): Shape {
  const segments: ShapeName[] = []
  for (const name of namesOf(atoms)) addName(segments, name)
  return { from, segments }
}

/** The names between slashes, including empty ones. */
function namesOf(atoms: readonly Atom[]): readonly ShapeName[] {
  const names: ShapeName[] = []
  let name: Atom[] = []
  for (const atom of [...atoms, 'slash' as const]) {
    if (atom !== 'slash') {
      name.push(atom)
      continue
    }
    names.push(nameOf(name))
    name = []
  }
  return names
}

/** `.` is dropped, and `..` removes the name before it, if one is known. */
function addName(segments: ShapeName[], name: ShapeName): void {
  if (name.literal === '' || name.literal === '.') return
  if (name.literal === '..' && segments.length > 0 && segments.at(-1)?.literal !== '..') segments.pop()
  else segments.push(name)
}

function nameOf(atoms: readonly Atom[]): ShapeName {
  const tokens = atoms.map((atom): Token => (typeof atom === 'string' ? MANY : atom))
  const codes = tokens.flatMap((token) => (token.kind === 'char' ? [token.code] : []))
  const hole = atoms.some((atom) => typeof atom === 'string')
  const sure = codes.length === tokens.length
  return { kind: 'name', tokens, hole, ...(sure ? { literal: String.fromCodePoint(...codes) } : {}) }
}
