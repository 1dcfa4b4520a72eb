/** Shortest value that is looked for in other texts: shorter ones would hide half the page. */
const SHORTEST = 4
const DOTS = '••••'
/** Most values that one session keeps in mind. */
const MOST = 500

/** Replaces the secrets of a session in every text that leaves it. */
export class Mask {
  readonly #values = new Set<string>()

  /** Values that must never be seen: what secret fields hold, what a person typed, what came from the vault. */
  add(values: readonly string[]): void {
    for (const value of values) {
      const text = value.trim()
      if (text.length < SHORTEST || this.#values.size >= MOST) continue
      for (const form of formsOf(text)) this.#values.add(form)
    }
  }

  /** The text without any of them, in the forms in which pages and addresses write them. */
  text(text: string): string {
    let shown = text
    // Longest first, so that a value inside another leaves nothing of the longer one.
    for (const value of [...this.#values].toSorted((a, b) => b.length - a.length))
      if (shown.includes(value)) shown = shown.replaceAll(value, DOTS)
    return shown
  }

  values(): readonly string[] {
    return [...this.#values]
  }

  isIn(text: string): boolean {
    return this.text(text) !== text
  }
}

function formsOf(value: string): readonly string[] {
  const escaped = JSON.stringify(value).slice(1, -1)
  const encoded = encodeURIComponent(value)
  const base64 = Buffer.from(value).toString('base64')
  return [
    value,
    escaped,
    encoded,
    encoded.replaceAll('%20', '+'),
    base64,
    base64.replaceAll('=', ''),
    Buffer.from(value).toString('hex'),
    [...value].toReversed().join(''),
    value.toUpperCase(),
    value.toLowerCase(),
  ]
}
