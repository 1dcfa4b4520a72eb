import { sentence } from './sentence.ts'
import { Visible } from './Visible.tsx'

/** A message of the policy or the server as a sentence. Text in backticks is a name, set in monospace. */
export function Said({ message }: { message: string }) {
  const pieces = sentence(message).split('`')
  // With an unpaired backtick, all of them are plain characters.
  if (pieces.length % 2 === 0) return <Visible text={sentence(message)} />
  return pieces.map((piece, index) =>
    index % 2 === 0 ? (
      <Visible key={index} text={piece} />
    ) : (
      <code key={index} className="font-mono">
        <Visible text={piece} />
      </code>
    ),
  )
}
