import { display, literal, type Field, type Piece } from '../../model/field.ts'
import { wordSet } from '../../word-set.ts'
import type { FindAction } from './find-expression.ts'

/** Names between the start of a search and a found path. */
export const FOUND: Piece = { kind: 'hole', source: '{}', below: true }

/**
 * The words of `-exec` as they will be started. `{}` is a found path: it begins with the starting point, and is below it if its name was
 * tested. With `+` there may be several.
 */
export function fillFound(action: FindAction, start: string | undefined): readonly Field[] {
  const prefix = action.beside ? './' : start
  return action.argv.flatMap((field) => {
    if (!display(field).includes('{}')) return [field]
    const filled: Field = {
      ...field,
      pieces: merge(field.pieces.flatMap((piece) => fillPiece(piece, prefix, action))),
    }
    return literal(field) === '{}' && action.several ? [filled, filled] : [filled]
  })
}

function fillPiece(piece: Piece, prefix: string | undefined, action: FindAction): readonly Piece[] {
  const { tested, name, path } = action
  if (piece.kind === 'hole') return [piece]
  return piece.text.split('{}').flatMap((text, index): readonly Piece[] => {
    const known: Piece = { kind: piece.kind, text }
    if (index === 0) return [known]
    if (path !== undefined && !action.beside) return [...foundPath(path, name, prefix), known]
    const below: Piece = { kind: 'text', text: tested && name === undefined ? '/{}' : '' }
    const last = name === undefined ? [below] : foundName(name)
    const start = prefix === undefined || prefix.endsWith('/') ? (prefix ?? '') : `${prefix}/`
    return [{ kind: 'text', text: start }, FOUND, ...last, known]
  })
}

/** The end of a found path whose name matches a pattern. */
export function foundName(pattern: string): readonly Piece[] {
  const texts = pattern.split(/([*?]+|\[[^\]]*\])/)
  // Unlike in a shell, a leading star matches names that begin with a dot; for source files nobody means those.
  const open = texts[0] === '' && texts.length > 1 && !isSources(pattern)
  const pieces = texts.map((text, index): Piece => {
    if (index === 1 && open) return { kind: 'hole', source: text, below: true }
    return { kind: index % 2 === 0 ? 'text' : 'glob', text }
  })
  return [{ kind: 'text', text: '/' }, ...pieces]
}

/** `*.ts`: every file of a language, or of prose. */
export function isSources(pattern: string): boolean {
  const [, extension] = /^\*\.([a-z]+)$/.exec(pattern) ?? []
  return extension !== undefined && SOURCES.has(extension)
}

const SOURCES = wordSet(
  'ts tsx mts cts js jsx mjs cjs vue svelte py pyi rs go java kt kts scala groovy rb erb php c h cc cpp cxx hpp cs fs swift m mm dart ex exs erl hs ml lua pl r jl zig sh sql proto graphql css scss less html md mdx rst adoc',
)

/** A found path that matches a pattern as a whole: its stars also match slashes. */
export function foundPath(
  pattern: string,
  name: string | undefined,
  start: string | undefined,
): readonly Piece[] {
  const open = pattern.endsWith('*') && name !== undefined
  const texts = (open ? pattern.slice(0, -1).replace(/\/$/, '') : pattern).split(/([*?]+|\[[^\]]*\])/)
  const pieces = texts.map((text, index): Piece => (index % 2 === 0 ? { kind: 'text', text } : FOUND))
  const place: readonly Piece[] =
    texts[0] === '' && start !== undefined ? [{ kind: 'text', text: `${start.replace(/\/$/, '')}/` }] : []
  const end = open ? [FOUND, ...foundName(name)] : []
  return merge([...place, ...pieces, ...end])
}

function merge(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (piece.kind !== 'hole' && piece.text === '') continue
    if (piece.kind === 'text' && last?.kind === 'text') {
      merged[merged.length - 1] = { kind: 'text', text: last.text + piece.text }
    } else merged.push(piece)
  }
  return merged
}
