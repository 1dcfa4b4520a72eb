import { Visible } from './Visible.tsx'

/**
 * Browsers like to break at hyphens; `npm publish --` on one line and `dry-run` on the next reads as two things. Words of
 * a script that runs from right to left stay in their place among the others.
 */
export function WholeWords({ text }: { text: string }) {
  return text
    .split(/(\s+)/)
    .flatMap(keptWhole)
    .map((word, index) =>
      word.trim() === '' || word.length > KEEP_WHOLE ? (
        <Visible key={index} text={word} />
      ) : (
        <span key={index} className="whitespace-nowrap [unicode-bidi:isolate]">
          <Visible text={word} />
        </span>
      ),
    )
}

/** An option stays whole before a value that cannot: `--` alone at the end of a line reads as something else. */
function keptWhole(word: string): readonly string[] {
  const option = word.length > KEEP_WHOLE ? /^--?[\w-]{1,30}=?/.exec(word)?.[0] : undefined
  return option === undefined ? [word] : [option, word.slice(option.length)]
}

/** Longer than this and a word may be broken where the line ends; else only at its spaces. */
const KEEP_WHOLE = 32
