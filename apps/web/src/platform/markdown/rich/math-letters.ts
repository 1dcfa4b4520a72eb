/** The code points where the letters and digits of a style begin in Unicode's mathematical block: A, a, 0. */
const STYLES: ReadonlyMap<string, readonly [upper: number, lower: number, digit: number | null]> = new Map([
  ['bold', [0x1d400, 0x1d41a, 0x1d7ce]],
  ['italic', [0x1d434, 0x1d44e, null]],
  ['bold-italic', [0x1d468, 0x1d482, null]],
  ['script', [0x1d49c, 0x1d4b6, null]],
  ['fraktur', [0x1d504, 0x1d51e, null]],
  ['double-struck', [0x1d538, 0x1d552, 0x1d7d8]],
  ['sans-serif', [0x1d5a0, 0x1d5ba, 0x1d7e2]],
  ['bold-sans-serif', [0x1d5d4, 0x1d5ee, 0x1d7ec]],
  ['sans-serif-italic', [0x1d608, 0x1d622, null]],
  ['monospace', [0x1d670, 0x1d68a, 0x1d7f6]],
])

/** Letters that were in Unicode before the mathematical styles. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ h: 'ℎ' }).map(([letter, sign]) => [`italic ${letter}`, sign] as const),
  ...Object.entries({
    B: 'ℬ',
    E: 'ℰ',
    F: 'ℱ',
    H: 'ℋ',
    I: 'ℐ',
    L: 'ℒ',
    M: 'ℳ',
    R: 'ℛ',
    e: 'ℯ',
    g: 'ℊ',
    o: 'ℴ',
  }).map(([letter, sign]) => [`script ${letter}`, sign] as const),
  ...Object.entries({ C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' }).map(
    ([letter, sign]) => [`fraktur ${letter}`, sign] as const,
  ),
  ...Object.entries({ C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }).map(
    ([letter, sign]) => [`double-struck ${letter}`, sign] as const,
  ),
])

/** A letter in a style. MathML Core has no style attributes, so the styled Unicode letter is used. */
export function letterIn(letter: string, style: string): string {
  const known = ELSEWHERE.get(`${style} ${letter}`)
  if (known !== undefined) return known
  const [upper, lower, digit] = STYLES.get(style) ?? [null, null, null]
  const moved = (from: string, to: number | null): string =>
    to === null ? letter : String.fromCodePoint(to + letter.charCodeAt(0) - from.charCodeAt(0))
  if (/^[A-Z]$/.test(letter)) return moved('A', upper)
  if (/^[a-z]$/.test(letter)) return moved('a', lower)
  return /^[0-9]$/.test(letter) ? moved('0', digit) : letter
}
