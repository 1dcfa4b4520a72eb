import type { MarkView } from '@countersign/protocol'

/** A text in pieces, marked or not. */
export function markedPieces(
  text: string,
  marks: readonly MarkView[],
): readonly { readonly text: string; readonly kind: MarkView['kind'] | null }[] {
  const pieces: { readonly text: string; readonly kind: MarkView['kind'] | null }[] = []
  let at = 0
  for (const { start, end, kind } of marks) {
    if (start < at) continue
    if (start > at) pieces.push({ text: text.slice(at, start), kind: null })
    pieces.push({ text: text.slice(start, end), kind })
    at = end
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: null })
  return pieces
}
