import { display, NOWHERE, type Field, type Piece } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'

/** Words joined by blanks, as `eval`, `watch` and `ssh` do. */
export function joinWords(fields: readonly Field[]): Field {
  const [first] = fields
  const last = fields.at(-1)
  if (first === undefined || last === undefined) return NOWHERE
  const pieces: Piece[] = []
  for (const [index, field] of fields.entries()) {
    if (index > 0) push(pieces, { kind: 'text', text: ' ' })
    for (const piece of field.pieces) push(pieces, piece)
  }
  const range = { start: first.range.start, end: last.range.end }
  return { pieces, quoted: fields.some((field) => field.quoted), many: false, range }
}

function push(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (piece.kind === 'text' && last?.kind === 'text') {
    pieces[pieces.length - 1] = { kind: 'text', text: last.text + piece.text }
  } else pieces.push(piece)
}

/** Shell text to start. */
export function shellText(text: Field): Inner & { readonly kind: 'script' } {
  return { kind: 'script', text }
}

/** A word with an unknown part in place of a mark such as `{}`. */
export function fillMark(field: Field, mark: string): Field {
  if (!display(field).includes(mark)) return field
  const pieces = field.pieces.flatMap((piece): readonly Piece[] =>
    piece.kind === 'hole'
      ? [piece]
      : piece.text
          .split(mark)
          .flatMap((text, index): readonly Piece[] => [
            ...(index === 0 ? [] : [{ kind: 'hole' as const, source: mark }]),
            ...(text === '' ? [] : [{ kind: piece.kind, text }]),
          ]),
  )
  return { ...field, pieces }
}
