/**
 * Characters that make a text look different from what it is: controls, zero-width marks, bidirectional marks, tags, lone surrogates. A
 * path or URL with one is unreadable, and a rule with one is rejected.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ud800-\udfff\ufeff\u{e0000}-\u{e007f}]/u

/** Index of the first hidden character, or undefined. */
export function findHidden(text: string): number | undefined {
  const index = text.search(HIDDEN)
  return index === -1 ? undefined : index
}

/** Length of a text in UTF-8 bytes, as file systems count. A lone surrogate is three bytes, like its replacement. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (code > 0xffff) index++
  }
  return bytes
}

/** Dots, and Unicode blanks: at the end of a name they all look like nothing. */
const DOT_OR_BLANK = /[.\p{Zs}]/u

/** A name without trailing dots and blanks, as some file systems store it; the name itself if nothing is left. */
export function trimName(name: string): string {
  let end = name.length
  while (end > 0 && DOT_OR_BLANK.test(name.charAt(end - 1))) end--
  return end === 0 ? name : name.slice(0, end)
}

/** A name of only dots and blanks, with at least one blank: `.. ` could be mistaken for `..`. */
export function isDotsAndBlanks(name: string): boolean {
  return /^[.\p{Zs}]+$/u.test(name) && /\p{Zs}/u.test(name)
}
