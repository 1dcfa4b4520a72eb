import { globMatches, parseGlob } from '../text/glob.ts'

/** The pattern of a rule for any other text: `*` matches any text, `\*` a star. */
export function textMatches(pattern: string, text: string): boolean {
  return globMatches(parseGlob(pattern), text)
}
