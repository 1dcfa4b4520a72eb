/** Letters that are looked at: the language of a text is that of its beginning. */
const LOOKED_AT = 600

/** Scripts that one language is written in, or by far most of what is written in them. */
const TELLING: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
]

/**
 * The language of words of others, for who hears the page read: as their script tells it, else the empty text, which says that it is not
 * known. It never is simply that of the page.
 */
export function languageOf(text: string): string {
  const beginning = text.slice(0, LOOKED_AT)
  // Most texts, and none of these scripts.
  if (!/[\u0370-\uFFFF]/.test(beginning)) return ''
  const letters = beginning.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of TELLING) {
    const share = (beginning.match(script)?.length ?? 0) / letters
    // Kana stand between many Han letters; a single Greek letter is a formula.
    if (share > (language === 'ja' ? 0.1 : 0.4)) return language
  }
  return ''
}
