import { literal, type Field, type Piece } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'
import { spreads, writes } from './touches.ts'

/** `cp a b`: writes b or, if it is a directory, b/a. `-t` names the directory. */
export function intoTarget(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const named = args.value('-t')
  const target = named ?? (args.operands.length > 1 ? args.operands.at(-1) : undefined)
  if (target === undefined) return {}
  const sources = named === undefined ? args.operands.slice(0, -1) : args.operands
  const touched = facts.touches.filter((touch) => touch.act !== 'write')
  const moves = args.program.endsWith('mv')
  const recursive = moves || touched.some((touch) => touch.recursive) || args.has('-r', '-a')
  // Moved or linked content can be read in its new place, and linked content can be written there.
  const links = args.program.endsWith('ln') || args.has('-s', '-l')
  const acts: readonly Touch['act'][] = moves
    ? ['remove', 'read', 'write']
    : links
      ? ['read', 'write']
      : ['read']
  const taken = sources.flatMap((path) => acts.map((act): Touch => ({ act, path, recursive })))
  const whole = args.has('-T')
  const inside = whole ? [] : sources.flatMap((source) => insideOf(target, source))
  // If the target does not exist, a folder gets its name, and all its content is then there.
  const spread = recursive && (whole || sources.some(isContent) || !isFolder(target, args))
  const written = spread ? spreads(target) : writes(target)
  const empty = sources.some((source) => literal(source) === '/dev/null')
  return { touches: [...taken, empty ? { ...written, empties: true } : written, ...inside] }
}

/** `a/.`: not the folder itself, but everything in it. */
export function isContent(source: Field): boolean {
  return /(?:^|\/)\.{1,2}\/*$/.test(literal(source) ?? '')
}

/** Certainly exists: the home, the working directory, the root. */
function isFolder(target: Field, { context: { place } }: ParsedArgs): boolean {
  const text = literal(target)?.replace(/(?<=.)\/+$/, '')
  return text === undefined || text === place.home || /^(?:\/|\.{1,2}(?:\/\.\.)*)$/.test(text)
}

/** The place of a copy inside a target directory. */
export function insideOf(target: Field, source: Field): readonly Touch[] {
  const name = baseOf(source)
  const [first] = name
  const text = first?.kind === 'text' ? first.text : undefined
  if (first === undefined || (name.length === 1 && (text === '.' || text === '..'))) return []
  const last = target.pieces.at(-1)
  const folder: readonly Piece[] =
    last?.kind === 'text'
      ? [...target.pieces.slice(0, -1), { kind: 'text', text: `${last.text.replace(/\/+$/, '')}/` }]
      : [...target.pieces, { kind: 'text', text: '/' }]
  return [writes({ ...target, pieces: merged([...folder, ...name]) })]
}

/** The last name of a path, with its globs; empty if unknown. */
function baseOf({ pieces }: Field): readonly Piece[] {
  const name: Piece[] = []
  for (const piece of pieces.toReversed()) {
    if (piece.kind === 'hole') return []
    const text = name.length === 0 ? piece.text.replace(/\/+$/, '') : piece.text
    // `host:name` is a name on that host.
    const at = Math.max(text.lastIndexOf('/'), text.lastIndexOf(':'))
    const end = text.slice(at + 1)
    if (end !== '') name.unshift({ ...piece, text: end })
    if (at !== -1) break
  }
  return name
}

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const made: Piece[] = []
  for (const piece of pieces) {
    const last = made.at(-1)
    if (last?.kind === 'text' && piece.kind === 'text')
      made[made.length - 1] = { ...last, text: last.text + piece.text }
    else made.push(piece)
  }
  return made
}
