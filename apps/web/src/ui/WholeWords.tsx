import { Visible } from './Visible.tsx'

/**
 * Browsers break lines at hyphens, but `npm publish --` on one line and `dry-run` on the next reads as two things. Right-to-left words keep
 * their place among the others.
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

/** Keeps an option whole if its value is too long for that: `--` alone at the end of a line would be misread. */
function keptWhole(word: string): readonly string[] {
  const option = word.length > KEEP_WHOLE ? /^--?[\w-]{1,30}=?/.exec(word)?.[0] : undefined
  return option === undefined ? [word] : [option, word.slice(option.length)]
}

/** A longer word may break at the end of a line; shorter text breaks only at spaces. */
const KEEP_WHOLE = 32
