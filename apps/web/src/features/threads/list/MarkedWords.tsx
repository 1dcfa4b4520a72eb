import { markedWords } from './marked-words.ts'

/** A text in which the searched words are marked, in the colour that marks them in a chat. */
export function MarkedWords({ text, typed }: { text: string; typed: string }) {
  return markedWords(text, typed).map((piece, index) =>
    piece.found ? (
      <mark key={index} className="bg-wait-bg text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
