/** Values up to this length are replaced as whole words alone: elsewhere they would hide half the page. */
const SHORT = 3
/** Letters and digits from which a value is also found with anything between them. */
const LOOSE = 6
/** Values of fields of pages that are kept in mind. A page can have as many as it likes, and drives out only values of pages. */
const OF_PAGES = 300
const DOTS = '••••'
const ANY = '(?:%[0-9a-f]{2}|[^\\p{L}\\p{N}]){0,8}'

/** Replaces the secrets of a session in every text that leaves it. */
export class Mask {
  /** What people typed, and what came from the vault. */
  readonly #own = new Map<string, readonly RegExp[]>()
  /** What secret fields of pages hold, the newest last. */
  readonly #pages = new Map<string, readonly RegExp[]>()
  #longestFirst: readonly (readonly RegExp[])[] | undefined

  /** Values of people and of the vault: they are never seen from now on. */
  add(values: readonly string[]): void {
    this.#keep(this.#own, values)
  }

  /** Values that a page has in fields that look secret. */
  addOfPage(values: readonly string[]): void {
    this.#keep(this.#pages, values)
    for (const value of [...this.#pages.keys()].slice(0, Math.max(0, this.#pages.size - OF_PAGES)))
      this.#pages.delete(value)
  }

  #keep(into: Map<string, readonly RegExp[]>, values: readonly string[]): void {
    for (const value of values) {
      const text = value.trim()
      if (text.length < 2) continue
      const patterns = into.get(text) ?? patternsOf(text)
      into.delete(text)
      into.set(text, patterns)
    }
    this.#longestFirst = undefined
  }

  /** The text without any of them, in the forms in which pages and addresses write them. A line stays a line. */
  text(text: string): string {
    // Longest first, so that a value inside another leaves nothing of the longer one.
    this.#longestFirst ??= [...this.#own, ...this.#pages]
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([, patterns]) => patterns)
    let shown = text
    for (const patterns of this.#longestFirst)
      for (const pattern of patterns)
        shown = shown.replace(pattern, (found) => DOTS + '\n'.repeat(found.split('\n').length - 1))
    return shown
  }

  /** Lines that belong together: a value may begin on one and end on the next. */
  lines(lines: readonly string[]): readonly string[] {
    return lines.length === 0 ? [] : this.text(lines.join('\n')).split('\n')
  }

  values(): readonly string[] {
    return [...this.#own.keys(), ...this.#pages.keys()].filter(({ length }) => length > SHORT)
  }
}

function patternsOf(value: string): readonly RegExp[] {
  if (value.length <= SHORT)
    return [new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`, 'gu')]
  const encoded = encodeURIComponent(value.toWellFormed())
  const backwards = [...value].toReversed().join('')
  const forms = [
    value,
    backwards,
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replaceAll('%20', '+'),
    Buffer.from(value).toString('hex'),
    ...base64Forms(value),
  ]
  const exact = [...new Set(forms)].toSorted((a, b) => b.length - a.length).map(escaped)
  return [
    new RegExp(exact.join('|'), 'giu'),
    ...[value, backwards].flatMap(loose),
    new RegExp(`${beginningOf(value)}(?=…)`, 'giu'),
  ]
}

/** The letters and digits of a value, each plain or percent-encoded, whatever is put between them: spaces, dashes, line ends. */
function loose(value: string): readonly RegExp[] {
  const letters = [...value].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  if (letters.length < LOOSE) return []
  const each = letters.map((letter) => {
    const bytes = [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    return `(?:${escaped(letter)}|${bytes})`
  })
  return [new RegExp(each.join(ANY), 'giu')]
}

/** A value that was cut off: three of its characters or more, before the sign of the cut. */
function beginningOf(value: string): string {
  const letters = [...value].slice(0, 200).map(escaped)
  const rest = letters.slice(3).reduceRight((after, letter) => `(?:${letter}${after})?`, '')
  return letters.slice(0, 3).join('') + rest
}

/** A value inside something longer that is base64: at each of the three places where a group of bytes can begin. */
function base64Forms(value: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)])
    const text = bytes.toString('base64').replaceAll('=', '')
    const sure = text.slice([0, 2, 3][offset], bytes.length % 3 === 0 ? undefined : -1)
    return sure.length < LOOSE ? [] : [sure, sure.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
