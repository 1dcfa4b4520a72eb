/** The characters that one position of a pattern matches, as ranges of code points. */
export interface CharSet {
  readonly ranges: readonly (readonly [from: number, to: number])[]
  readonly negated: boolean
}

export type Tree =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'assert'; readonly what: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'sequence'; readonly parts: readonly Tree[] }
  | { readonly kind: 'choice'; readonly parts: readonly Tree[] }
  | { readonly kind: 'group'; readonly inner: Tree; readonly index: number }
  | {
      readonly kind: 'repeat'
      readonly inner: Tree
      readonly min: number
      readonly max: number
      readonly lazy: boolean
    }

export class PatternError extends Error {}

const LAST = 0x10_ff_ff
const DIGIT = [[48, 57]] as const
const WORD = [...DIGIT, [65, 90], [95, 95], [97, 122]] as const
const BLANK = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x30_00, 0x30_00],
] as const
const CLASSES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  d: DIGIT,
  w: WORD,
  s: BLANK,
}
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 }
/** Maximum repetition count in a pattern. */
const MAX_COUNT = 500

/** Parses the subset of regular expressions that needs no backtracking: no backreferences, no lookaround. */
export class PatternReader {
  groups = 0
  readonly names = new Map<string, number>()
  private at = 0
  private depth = 0
  private readonly text: readonly string[]

  constructor(pattern: string) {
    this.text = [...pattern]
  }

  read(): Tree {
    const tree = this.choice()
    if (this.at < this.text.length) throw new PatternError('a `)` without a `(`')
    return tree
  }

  private choice(): Tree {
    const parts = [this.sequence()]
    while (this.take('|')) parts.push(this.sequence())
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts }
  }

  private sequence(): Tree {
    const parts: Tree[] = []
    while (this.at < this.text.length && this.peek() !== '|' && this.peek() !== ')')
      parts.push(this.repeated())
    return { kind: 'sequence', parts }
  }

  private repeated(): Tree {
    const inner = this.atom()
    const count = this.count()
    if (count === undefined) return inner
    const lazy = this.take('?')
    if ('*+?'.includes(this.peek() ?? ' ')) throw new PatternError('nothing to repeat')
    return { kind: 'repeat', inner, ...count, lazy }
  }

  private count(): { readonly min: number; readonly max: number } | undefined {
    if (this.take('*')) return { min: 0, max: Infinity }
    if (this.take('+')) return { min: 1, max: Infinity }
    if (this.take('?')) return { min: 0, max: 1 }
    const found =
      this.peek() === '{'
        ? /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(this.text.slice(this.at, this.at + 12).join(''))
        : null
    if (found === null) return undefined
    this.at += found[0].length
    const min = Number(found[1])
    const most = found[2] === undefined ? min : found[3] === undefined ? Infinity : Number(found[3])
    if (min > MAX_COUNT || (most !== Infinity && most > MAX_COUNT))
      throw new PatternError(`counts go up to ${MAX_COUNT}`)
    if (most < min) throw new PatternError('a count that goes backwards')
    return { min, max: most }
  }

  private atom(): Tree {
    const next = this.text[this.at] ?? ''
    this.at += 1
    if (next === '^' || next === '$') return { kind: 'assert', what: next }
    if (next === '(') return this.group()
    if (next === '[') return { kind: 'set', set: this.set() }
    if (next === '.')
      return {
        kind: 'set',
        set: {
          ranges: [
            [10, 10],
            [13, 13],
          ],
          negated: true,
        },
      }
    if (next === '\\') return this.escape()
    if ('*+?'.includes(next)) throw new PatternError('nothing to repeat')
    return single(next)
  }

  private group(): Tree {
    this.depth += 1
    if (this.depth > 50) throw new PatternError('groups are nested too deep')
    let index = -1
    if (this.take('?')) {
      const name = /^<([A-Za-z_]\w*)>/.exec(this.text.slice(this.at, this.at + 70).join(''))
      if (name?.[1] !== undefined) {
        this.at += name[0].length
        index = this.groups += 1
        this.names.set(name[1], index)
      } else if (!this.take(':')) throw new PatternError('lookaround is not supported')
    } else index = this.groups += 1
    const inner = this.choice()
    if (!this.take(')')) throw new PatternError('a `(` that is not closed')
    this.depth -= 1
    return index === -1 ? inner : { kind: 'group', inner, index }
  }

  private escape(): Tree {
    const next = this.text[this.at]
    if (next === 'b' || next === 'B') {
      this.at += 1
      return { kind: 'assert', what: next }
    }
    return { kind: 'set', set: this.escaped() }
  }

  private escaped(): CharSet {
    const next = this.text[this.at]
    this.at += 1
    if (next === undefined) throw new PatternError('a `\\` at the end')
    const known = CLASSES[next.toLowerCase()]
    if (known !== undefined) return { ranges: known, negated: next !== next.toLowerCase() }
    if (/[1-9k]/.test(next)) throw new PatternError('references to groups are not supported')
    const control = CONTROLS[next]
    if (control !== undefined) return { ranges: [[control, control]], negated: false }
    if (next === 'u' || next === 'x') return this.hex(next === 'u' ? 4 : 2)
    if (/[A-Za-z]/.test(next)) throw new PatternError(`\`\\${next}\` is not known`)
    const code = next.codePointAt(0) ?? 0
    return { ranges: [[code, code]], negated: false }
  }

  private hex(length: number): CharSet {
    const digits = this.text.slice(this.at, this.at + length).join('')
    if (!/^[\dA-Fa-f]+$/.test(digits) || digits.length < length)
      throw new PatternError('a hex code is too short')
    this.at += length
    const code = Number.parseInt(digits, 16)
    return { ranges: [[code, code]], negated: false }
  }

  private set(): CharSet {
    const negated = this.take('^')
    const ranges: (readonly [number, number])[] = []
    while (!this.take(']')) {
      if (this.at >= this.text.length) throw new PatternError('a `[` that is not closed')
      const first = this.member()
      const [only] = first.ranges
      const isRange = this.peek() === '-' && this.text[this.at + 1] !== ']' && this.at + 1 < this.text.length
      if (!isRange || first.negated || first.ranges.length !== 1 || only === undefined) {
        ranges.push(...(first.negated ? inverted(first.ranges) : first.ranges))
        continue
      }
      this.at += 1
      const last = this.member().ranges[0]
      if (last === undefined || last[1] < only[0]) throw new PatternError('a range that goes backwards')
      ranges.push([only[0], last[1]])
    }
    return { ranges, negated }
  }

  private member(): CharSet {
    if (this.take('\\')) {
      if (this.take('b')) return { ranges: [[8, 8]], negated: false }
      return this.escaped()
    }
    const code = this.text[this.at]?.codePointAt(0) ?? 0
    this.at += 1
    return { ranges: [[code, code]], negated: false }
  }

  private peek(): string | undefined {
    return this.text[this.at]
  }

  private take(wanted: string): boolean {
    if (this.text[this.at] !== wanted) return false
    this.at += 1
    return true
  }
}

function single(character: string): Tree {
  const code = character.codePointAt(0) ?? 0
  return { kind: 'set', set: { ranges: [[code, code]], negated: false } }
}

function inverted(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  let from = 0
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (first > from) found.push([from, first - 1])
    from = Math.max(from, last + 1)
  }
  return [...found, [from, LAST]]
}
