/** Values up to this length are masked only as whole words: otherwise they would hide half the page. */
const SHORT = 3
/** Minimum number of letters and digits for which a value is also found with separators between them. */
const LOOSE = 6
/** Maximum number of remembered values from page fields. A page can have any number of fields, and evicts only values of pages. */
const OF_PAGES = 300
const DOTS = '••••'
const ANY = '(?:%[0-9a-f]{2}|[^\\p{L}\\p{N}]){0,8}'

/** A secret value, with the patterns that find it. */
interface Hidden {
  readonly value: string
  /** Whether the text may contain it: fast, and never false if a pattern would match. */
  mayBeIn(text: Looked): boolean
  readonly patterns: () => readonly RegExp[]
}

/** A text, prepared for the search. */
interface Looked {
  readonly text: string
  readonly lower: string
  /** Letters and digits only. */
  readonly bare: string
}

/** Masks the secrets of a session in every text that leaves it. */
export class Mask {
  /** Values that people typed, and values from the vault. */
  readonly #own = new Map<string, Hidden>()
  /** Values of secret fields on pages, the newest last. */
  readonly #pages = new Map<string, Hidden>()
  #longestFirst: readonly Hidden[] | undefined

  /** Adds values from people and the vault, which are masked permanently. */
  add(values: readonly string[]): void {
    this.#keep(this.#own, values)
  }

  /** Adds values of page fields that look secret. */
  addOfPage(values: readonly string[]): void {
    this.#keep(this.#pages, [...new Set(values)].slice(-OF_PAGES))
    for (const value of [...this.#pages.keys()].slice(0, Math.max(0, this.#pages.size - OF_PAGES)))
      this.#pages.delete(value)
  }

  #keep(into: Map<string, Hidden>, values: readonly string[]): void {
    for (const value of values) {
      const text = value.trim()
      if (text.length < 2) continue
      const known = into.get(text) ?? hidden(text)
      into.delete(text)
      into.set(text, known)
    }
    this.#longestFirst = undefined
  }

  /** Masks all values, in every form in which pages and URLs write them. Line breaks are kept. */
  text(text: string): string {
    // Longest first, so that a value inside another leaves no part of the longer one.
    this.#longestFirst ??= [...this.#own.values(), ...this.#pages.values()].toSorted(
      (a, b) => b.value.length - a.value.length,
    )
    let looked = lookedAt(text)
    for (const { mayBeIn, patterns } of this.#longestFirst) {
      if (!mayBeIn(looked)) continue
      let shown = looked.text
      for (const pattern of patterns())
        shown = shown.replace(pattern, (found) => DOTS + '\n'.repeat(found.split('\n').length - 1))
      if (shown !== looked.text) looked = lookedAt(shown)
    }
    return looked.text
  }

  /** Masks consecutive lines: a value may begin on one and end on the next. */
  lines(lines: readonly string[]): readonly string[] {
    return lines.length === 0 ? [] : this.text(lines.join('\n')).split('\n')
  }

  values(): readonly string[] {
    return [...this.#own.keys(), ...this.#pages.keys()].filter(({ length }) => length > SHORT)
  }
}

/** Whether a URL or a body contains one of the values, in any form in which pages and forms write it. */
export function carries(text: string, values: Iterable<string>): boolean {
  const looked = lookedAt(text)
  return [...values].some((value) => value !== '' && isWritten(value)(looked))
}

function lookedAt(text: string): Looked {
  const lower = text.toLowerCase()
  const decoded = lower.includes('%')
    ? lower.replaceAll(/(?:%[0-9a-f]{2})+/g, (bytes) =>
        Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8').toLowerCase(),
      )
    : lower
  return { text, lower, bare: bareOf(decoded) }
}

function bareOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function hidden(value: string): Hidden {
  let made: readonly RegExp[] | undefined
  if (value.length <= SHORT) {
    const word = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`, 'gu')
    return { value, mayBeIn: ({ text }) => text.includes(value), patterns: () => [word] }
  }
  const isIn = isWritten(value)
  const beginning = value.slice(0, 3).toLowerCase()
  return {
    value,
    mayBeIn: (looked) => isIn(looked) || (looked.lower.includes('…') && looked.lower.includes(beginning)),
    patterns: () => (made ??= patternsOf(value, formsOf(value))),
  }
}

/** Finds a value in any of its forms; a long one also with any characters between its letters. */
function isWritten(value: string): (text: Looked) => boolean {
  const forms = formsOf(value).map((form) => form.toLowerCase())
  const bare = [value, backwards(value)].map(bareOf).filter(({ length }) => length >= LOOSE)
  return ({ text, lower, bare: letters }) =>
    text.includes(value) ||
    forms.some((form) => lower.includes(form)) ||
    bare.some((own) => letters.includes(own))
}

function backwards(value: string): string {
  return [...value].toReversed().join('')
}

function formsOf(value: string): readonly string[] {
  // A form sends line breaks as CRLF.
  const forms = [value, value.replaceAll(/\r?\n/g, '\r\n')].flatMap((text) => {
    const encoded = encodeURIComponent(text.toWellFormed())
    // A form percent-encodes more characters than a script does: `it%27s+5%21`.
    const ofForm = new URLSearchParams([['', text]]).toString().slice(1)
    const hex = text.length > SHORT ? [Buffer.from(text).toString('hex')] : []
    return [
      text,
      JSON.stringify(text).slice(1, -1),
      encoded,
      encoded.replaceAll('%20', '+'),
      ofForm,
      ofForm.replaceAll('+', '%20'),
      ...hex,
      ...base64Forms(text),
    ]
  })
  if (value.length > SHORT) forms.push(backwards(value))
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

function patternsOf(value: string, forms: readonly string[]): readonly RegExp[] {
  return [
    new RegExp(forms.map(escaped).join('|'), 'giu'),
    ...[value, backwards(value)].flatMap(loose),
    new RegExp(`${beginningOf(value)}(?=…)`, 'giu'),
  ]
}

/** Matches the letters and digits of a value, each plain or percent-encoded, with any separators between them: spaces, dashes, line breaks. */
function loose(value: string): readonly RegExp[] {
  const letters = [...value].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  if (letters.length < LOOSE) return []
  const each = letters.map((letter) => {
    const bytes = [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    return `(?:${escaped(letter)}|${bytes})`
  })
  return [new RegExp(each.join(ANY), 'giu')]
}

/** Matches a truncated value: at least three of its characters, before the ellipsis. */
function beginningOf(value: string): string {
  const letters = [...value].slice(0, 200).map(escaped)
  const rest = letters.slice(3).reduceRight((after, letter) => `(?:${letter}${after})?`, '')
  return letters.slice(0, 3).join('') + rest
}

/** The base64 forms of a value inside longer data, for each of its three possible byte alignments. */
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
