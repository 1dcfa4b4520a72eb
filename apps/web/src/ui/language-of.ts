/** How many letters are inspected: the language of a text is that of its beginning. */
const LOOKED_AT = 600

/** Scripts that are used by one language, or almost only by one. */
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
 * The language of third-party text, for screen readers: derived from its script, otherwise the empty string, which means unknown. It is
 * never simply the language of the page.
 */
export function languageOf(text: string): string {
  const beginning = text.slice(0, LOOKED_AT)
  // Most texts contain none of these scripts.
  if (!/[\u0370-\uFFFF]/.test(beginning)) return ''
  const letters = beginning.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of TELLING) {
    const share = (beginning.match(script)?.length ?? 0) / letters
    // Japanese mixes kana with many Han characters, so a small share of kana is enough. A single Greek letter is a formula, so other
    // scripts need more.
    if (share > (language === 'ja' ? 0.1 : 0.4)) return language
  }
  return ''
}
