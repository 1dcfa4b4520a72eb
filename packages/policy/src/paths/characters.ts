/**
 * Characters that make a text show something else than it is: controls, marks without width, marks that turn the
 * direction of writing, tags, halves of pairs. A path or URL that holds one cannot be read, a rule is refused.
 */
const HIDDEN: readonly (readonly [from: number, to: number])[] = [
  [0x0000, 0x001f],
  [0x007f, 0x009f],
  [0x00ad, 0x00ad],
  [0x061c, 0x061c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x2069],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
]

/** Index of the first hidden character, or undefined. */
export function findHidden(text: string): number | undefined {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x1f && unit < 0x7f) continue
    const code = text.codePointAt(index) ?? 0
    if (isHidden(code)) return index
    // A pair counts once: its second half alone would look like a half without a partner.
    if (code > 0xffff) index++
  }
  return undefined
}

function isHidden(code: number): boolean {
  return HIDDEN.some(([from, to]) => code >= from && code <= to)
}

/** Bytes of a text in UTF-8: what file systems count. A half of a pair counts three, as its replacement would. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (code > 0xffff) index++
  }
  return bytes
}

/** Blanks of Unicode beside the ordinary one (category Zs): all look like nothing at the end of a name. */
const BLANKS = new Set<number>([
  0x20, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a,
  0x202f, 0x205f, 0x3000,
])

function isBlank(unit: number): boolean {
  return BLANKS.has(unit)
}

const DOT = 0x2e

/** A name without dots and blanks at its end, as some file systems store it; the name itself if nothing is left. */
export function trimName(name: string): string {
  let end = name.length
  while (end > 0 && isDotOrBlank(name.charCodeAt(end - 1))) end--
  return end === 0 ? name : name.slice(0, end)
}

/** A name of dots and blanks only, with a blank in it: `.. ` could be taken for `..`. */
export function isDotsAndBlanks(name: string): boolean {
  let blank = false
  for (let index = 0; index < name.length; index++) {
    const unit = name.charCodeAt(index)
    if (!isDotOrBlank(unit)) return false
    if (unit !== DOT) blank = true
  }
  return blank
}

function isDotOrBlank(unit: number): boolean {
  return unit === DOT || isBlank(unit)
}
