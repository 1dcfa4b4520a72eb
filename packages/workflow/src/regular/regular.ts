import { PatternError, PatternReader, type CharSet, type Tree } from './parse.ts'

/** A match: its start, its end and its groups. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly groups: readonly (string | undefined)[]
  readonly named: Readonly<Record<string, string>>
}

type Step =
  | { readonly op: 'set'; readonly set: CharSet }
  | { readonly op: 'assert'; readonly what: '^' | '$' | 'b' | 'B' }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'split'; readonly first: number; readonly second: number }
  | { readonly op: 'jump'; readonly to: number }
  | { readonly op: 'match' }

/** Maximum size of a compiled pattern, and of the total work for one text. */
const MAX_STEPS = 5000
const MAX_WORK = 50_000_000

export interface Flags {
  readonly ignoreCase?: boolean
  readonly multiline?: boolean
}

interface Thread {
  readonly at: number
  readonly slots: readonly number[]
}

/**
 * A regular expression that never backtracks: it follows all alternatives at once (Thompson, Pike), so the time is bounded by pattern times text,
 * whatever the pattern. Safe for untrusted patterns and texts.
 */
export class Regular {
  private readonly steps: Step[] = []
  private readonly names: ReadonlyMap<string, number>
  private readonly slots: number
  private readonly flags: Flags
  private work = 0

  constructor(pattern: string, flags: Flags = {}) {
    if (pattern.length > 2000) throw new PatternError('a pattern can have at most 2,000 characters')
    const reader = new PatternReader(pattern)
    const tree = reader.read()
    this.flags = flags
    this.names = reader.names
    this.slots = (reader.groups + 1) * 2
    this.emit({ op: 'save', slot: 0 })
    this.compile(tree)
    this.emit({ op: 'save', slot: 1 })
    this.emit({ op: 'match' })
  }

  /** Finds the first match at or after a position. */
  find(text: string, from = 0): Match | undefined {
    let threads: Thread[] = []
    let best: readonly number[] | undefined
    const marks = new Int32Array(this.steps.length).fill(-1)
    for (let place = from; place <= text.length;) {
      // A new thread starts here with lower priority than the earlier ones, so the leftmost match wins.
      if (best === undefined) this.follow({ at: 0, slots: EMPTY }, place, text, threads, marks)
      if (threads.length === 0 && best !== undefined) break
      const code = text.codePointAt(place)
      const width = code !== undefined && code > 0xff_ff ? 2 : 1
      const next: Thread[] = []
      for (const { at, slots } of threads) {
        const step = this.steps[at]
        if (step?.op === 'match') {
          best = slots
          break
        }
        if (step?.op === 'set' && code !== undefined && this.takes(step.set, code))
          this.follow({ at: at + 1, slots }, place + width, text, next, marks)
      }
      threads = next
      place += width
    }
    return best === undefined ? undefined : this.matchOf(text, best)
  }

  /** Iterates over all matches. */
  *all(text: string): Generator<Match> {
    for (let from = 0; from <= text.length;) {
      const match = this.find(text, from)
      if (match === undefined) return
      yield match
      from = match.end > match.start ? match.end : match.end + 1
    }
  }

  private matchOf(text: string, slots: readonly number[]): Match {
    const part = (group: number): string | undefined => {
      const [start, end] = [slots[group * 2] ?? -1, slots[group * 2 + 1] ?? -1]
      return start === -1 || end === -1 ? undefined : text.slice(start, end)
    }
    const groups = Array.from({ length: this.slots / 2 - 1 }, (_one, index) => part(index + 1))
    const named = [...this.names].flatMap(([name, index]) => {
      const value = part(index)
      return value === undefined ? [] : [[name, value] as const]
    })
    return {
      start: slots[0] ?? 0,
      end: slots[1] ?? 0,
      text: part(0) ?? '',
      groups,
      named: Object.fromEntries(named),
    }
  }

  /** Follows a thread through all steps that consume no character. Each step is visited once per position. */
  private follow(thread: Thread, place: number, text: string, into: Thread[], marks: Int32Array): void {
    const open = [thread]
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      const { at, slots } = way
      if (marks[at] === place) continue
      marks[at] = place
      this.work += 1
      if (this.work > MAX_WORK) throw new PatternError('the pattern takes too long for this text')
      const step = this.steps[at]
      if (step?.op === 'jump') open.push({ at: step.to, slots })
      else if (step?.op === 'split') open.push({ at: step.second, slots }, { at: step.first, slots })
      else if (step?.op === 'save') open.push({ at: at + 1, slots: withSlot(slots, step.slot, place) })
      else if (step?.op === 'assert') {
        if (this.holds(step.what, place, text)) open.push({ at: at + 1, slots })
      } else into.push(way)
    }
  }

  private holds(what: '^' | '$' | 'b' | 'B', place: number, text: string): boolean {
    if (what === '^') return place === 0 || (this.flags.multiline === true && text[place - 1] === '\n')
    if (what === '$') return place === text.length || (this.flags.multiline === true && text[place] === '\n')
    const isEdge = isWord(text[place - 1]) !== isWord(text[place])
    return what === 'b' ? isEdge : !isEdge
  }

  private takes({ ranges, negated }: CharSet, code: number): boolean {
    const has = (wanted: number) => ranges.some(([from, to]) => wanted >= from && wanted <= to)
    const found = this.flags.ignoreCase === true ? bothCases(code).some(has) : has(code)
    return found !== negated
  }

  private emit(step: Step): number {
    if (this.steps.length >= MAX_STEPS) throw new PatternError('the pattern is too large')
    return this.steps.push(step) - 1
  }

  private compile(tree: Tree): void {
    if (tree.kind === 'set') this.emit({ op: 'set', set: tree.set })
    else if (tree.kind === 'assert') this.emit({ op: 'assert', what: tree.what })
    else if (tree.kind === 'sequence') for (const part of tree.parts) this.compile(part)
    else if (tree.kind === 'group') {
      this.emit({ op: 'save', slot: tree.index * 2 })
      this.compile(tree.inner)
      this.emit({ op: 'save', slot: tree.index * 2 + 1 })
    } else if (tree.kind === 'choice') this.compileChoice(tree.parts)
    else this.compileRepeat(tree)
  }

  private compileChoice(parts: readonly Tree[]): void {
    const ends: number[] = []
    for (const [index, part] of parts.entries()) {
      if (index === parts.length - 1) this.compile(part)
      else {
        const split = this.emit({ op: 'jump', to: 0 })
        this.compile(part)
        ends.push(this.emit({ op: 'jump', to: 0 }))
        this.steps[split] = { op: 'split', first: split + 1, second: this.steps.length }
      }
    }
    for (const end of ends) this.steps[end] = { op: 'jump', to: this.steps.length }
  }

  private compileRepeat({ inner, min, max, lazy }: Extract<Tree, { kind: 'repeat' }>): void {
    for (let count = 0; count < min; count += 1) this.compile(inner)
    const optional = max === Infinity ? 1 : max - min
    const splits: number[] = []
    for (let count = 0; count < optional; count += 1) {
      splits.push(this.emit({ op: 'jump', to: 0 }))
      this.compile(inner)
      if (max === Infinity) this.emit({ op: 'jump', to: splits[0] ?? 0 })
    }
    for (const split of splits) {
      const [inside, after] = [split + 1, this.steps.length]
      this.steps[split] = lazy
        ? { op: 'split', first: after, second: inside }
        : { op: 'split', first: inside, second: after }
    }
  }
}

const EMPTY: readonly number[] = []

function withSlot(slots: readonly number[], slot: number, place: number): readonly number[] {
  const copy = [...slots]
  while (copy.length <= slot) copy.push(-1)
  copy[slot] = place
  return copy
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character)
}

function bothCases(code: number): readonly number[] {
  const character = String.fromCodePoint(code)
  return [
    code,
    character.toLowerCase().codePointAt(0) ?? code,
    character.toUpperCase().codePointAt(0) ?? code,
  ]
}

/** Compiles a pattern; the error names the unsupported part. */
export function readRegular(pattern: string, flags: Flags = {}): Regular | { readonly error: string } {
  try {
    return new Regular(pattern, flags)
  } catch (error) {
    if (error instanceof PatternError) return { error: error.message }
    throw error
  }
}

export { PatternError }
