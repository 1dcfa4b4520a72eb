import { sentence } from './sentence.ts'
import { Visible } from './Visible.tsx'

/** A message of the policy or the server as a sentence. What stands between backticks in it is a name, in the code face. */
export function Said({ message }: { message: string }) {
  const pieces = sentence(message).split('`')
  // An odd one out is a character like any other.
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
