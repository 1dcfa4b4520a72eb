/** Values up to this length are replaced as whole words alone: elsewhere they would hide half the page. */
const SHORT = 3
/** Letters and digits from which a value is also found with anything between them. */
const LOOSE = 6
/** Values of fields of pages that are kept in mind. A page can have as many as it likes, and drives out only values of pages. */
const OF_PAGES = 300
const DOTS = '••••'
const ANY = '(?:%[0-9a-f]{2}|[^\\p{L}\\p{N}]){0,8}'

/** A value, and how it is found. */
interface Hidden {
  readonly value: string
  /** Whether it may be in a text: quick, and never false where a pattern would find it. */
  mayBeIn(text: Looked): boolean
  readonly patterns: () => readonly RegExp[]
}

/** A text, as it is searched. */
interface Looked {
  readonly text: string
  readonly lower: string
  /** Letters and digits alone. */
  readonly bare: string
}

/** Replaces the secrets of a session in every text that leaves it. */
export class Mask {
  /** What people typed, and what came from the vault. */
  readonly #own = new Map<string, Hidden>()
  /** What secret fields of pages hold, the newest last. */
  readonly #pages = new Map<string, Hidden>()
  #longestFirst: readonly Hidden[] | undefined

  /** Values of people and of the vault: they are never seen from now on. */
  add(values: readonly string[]): void {
    this.#keep(this.#own, values)
  }

  /** Values that a page has in fields that look secret. */
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

  /** The text without any of them, in the forms in which pages and addresses write them. A line stays a line. */
  text(text: string): string {
    // Longest first, so that a value inside another leaves nothing of the longer one.
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

  /** Lines that belong together: a value may begin on one and end on the next. */
  lines(lines: readonly string[]): readonly string[] {
    return lines.length === 0 ? [] : this.text(lines.join('\n')).split('\n')
  }

  values(): readonly string[] {
    return [...this.#own.keys(), ...this.#pages.keys()].filter(({ length }) => length > SHORT)
  }
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
  const forms = formsOf(value)
  const lower = forms.map((form) => form.toLowerCase())
  const bare = [value, backwards(value)].map(bareOf).filter(({ length }) => length >= LOOSE)
  const beginning = value.slice(0, 3).toLowerCase()
  return {
    value,
    mayBeIn: (looked) =>
      looked.text.includes(value) ||
      lower.some((form) => looked.lower.includes(form)) ||
      bare.some((letters) => looked.bare.includes(letters)) ||
      (looked.lower.includes('…') && looked.lower.includes(beginning)),
    patterns: () => (made ??= patternsOf(value, forms)),
  }
}

function backwards(value: string): string {
  return [...value].toReversed().join('')
}

function formsOf(value: string): readonly string[] {
  const encoded = encodeURIComponent(value.toWellFormed())
  const forms = [
    value,
    backwards(value),
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replaceAll('%20', '+'),
    Buffer.from(value).toString('hex'),
    ...base64Forms(value),
  ]
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

function patternsOf(value: string, forms: readonly string[]): readonly RegExp[] {
  return [
    new RegExp(forms.map(escaped).join('|'), 'giu'),
    ...[value, backwards(value)].flatMap(loose),
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
