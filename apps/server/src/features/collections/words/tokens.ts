/** One word of a text as it is written, and where. */
export interface Token {
  /** Normalised: NFKC, lower case, without accents of Latin and Greek letters. */
  readonly word: string
  readonly start: number
  readonly end: number
  /** The word is indexed unchanged: a pair of characters, or a whole identifier. */
  readonly exact: boolean
}

/** Adjacent letters, digits and marks; an underscore joins the parts of an identifier. */
const RUN = /[\p{L}\p{N}\p{M}_]+/gu
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
const ANY_SPECIAL =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Parts of an identifier: `getUserName`, `HTTPServer`, `snake_case`. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{L}\p{M}]+/gu
const IDENTIFIER = /_|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u
/** Longest indexed word; longer ones are data, not language. */
const LONGEST = 60

let segmenter: Intl.Segmenter | undefined

/** The words of a text in order. Scripts without blanks are split into pairs of characters, or by their own rules. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const found of text.matchAll(RUN)) {
    const [run] = found
    if (!ANY_SPECIAL.test(run)) addWord(tokens, run, found.index)
    else addMixed(tokens, run, found.index)
  }
  return tokens
}

/** A run in which scripts may change: each part is split in its own way. */
function addMixed(tokens: Token[], run: string, at: number): void {
  let done = 0
  const stretches = [
    ...[...run.matchAll(PAIRED)].map((one) => ({ one, add: addPairs })),
    ...[...run.matchAll(UNSPACED)].map((one) => ({ one, add: addSegments })),
  ].toSorted((a, b) => a.one.index - b.one.index)
  for (const { one, add } of stretches) {
    if (one.index > done) addWord(tokens, run.slice(done, one.index), at + done)
    add(tokens, one[0], at + one.index)
    done = one.index + one[0].length
  }
  if (done < run.length) addWord(tokens, run.slice(done), at + done)
}

function addPairs(tokens: Token[], run: string, at: number): void {
  const letters: { readonly text: string; readonly at: number }[] = []
  let offset = 0
  for (const letter of run) {
    letters.push({ text: letter, at: offset })
    offset += letter.length
  }
  if (letters.length === 1) tokens.push(tokenOf(run, at, at + run.length, true))
  for (const [index, letter] of letters.slice(0, -1).entries()) {
    const next = letters[index + 1]
    if (next === undefined) continue
    const end = next.at + next.text.length
    tokens.push(tokenOf(run.slice(letter.at, end), at + letter.at, at + end, true))
  }
}

function addSegments(tokens: Token[], run: string, at: number): void {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  for (const { segment, index, isWordLike } of segmenter.segment(run))
    if (isWordLike === true) tokens.push(tokenOf(segment, at + index, at + index + segment.length, true))
}

function addWord(tokens: Token[], word: string, at: number): void {
  if (word.length > LONGEST * 4) return
  if (!IDENTIFIER.test(word)) {
    if (word.length <= LONGEST) tokens.push(tokenOf(word, at, at + word.length, false))
    return
  }
  const whole = word.replaceAll('_', '')
  if (whole !== '' && whole.length <= LONGEST) tokens.push(tokenOf(whole, at, at + word.length, true))
  const parts = [...word.matchAll(PART)]
  if (parts.length < 2 && whole === word) return
  for (const part of parts)
    if (part[0].length <= LONGEST && part[0] !== whole)
      tokens.push(tokenOf(part[0], at + part.index, at + part.index + part[0].length, false))
}

function tokenOf(text: string, start: number, end: number, exact: boolean): Token {
  return { word: plainWord(text), start, end, exact }
}

const ACCENTED = /[\u0300-\u036F]/g
const LATIN_GREEK = /[\p{Script=Latin}\p{Script=Greek}]/u

/** Hook, horn, dot below, or two marks on one letter: in Vietnamese a tone makes another word, and nobody omits it. */
const VIETNAMESE = /[\u0309\u031B\u0323]|[\u0300-\u036F]{2}|\u0111/

/** The form in which words are compared. Marks of other scripts are letters, and stay. */
function plainWord(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  // The most common case needs no further processing.
  if (/^[a-z0-9_]*$/.test(lower)) return lower
  const plain =
    LATIN_GREEK.test(lower) && !VIETNAMESE.test(lower.normalize('NFD'))
      ? lower.normalize('NFD').replaceAll(ACCENTED, '').normalize('NFC')
      : lower
  return plain.replaceAll('ё', 'е').replaceAll('ß', 'ss')
}
