import type { WordPart } from './ast.ts'

/** Nobody could read more words from one word on a card. */
const MAX_WORDS = 1_024

/** A character of unquoted text, or a part that braces do not split. */
type Token = string | WordPart

/** The words that brace expansion makes of one; undefined: too many. */
export function expandBraces(parts: readonly WordPart[]): readonly (readonly WordPart[])[] | undefined {
  if (!parts.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))) return [parts]
  const tokens = parts.flatMap((part): Token[] =>
    part.kind === 'text' && !part.quoted ? [...part.text] : [part],
  )
  const budget = { left: MAX_WORDS, steps: 20_000 }
  const words = expand(tokens, budget)
  return words?.map(toParts)
}

interface Budget {
  left: number
  steps: number
}

function expand(tokens: readonly Token[], budget: Budget): Token[][] | undefined {
  for (let start = 0; start < tokens.length; start++) {
    if (tokens[start] !== '{') continue
    const group = findGroup(tokens, start, budget)
    if (group === undefined) continue
    if (budget.steps < 0) return undefined
    const choices = expandGroup(tokens, group, budget)
    const rests = expand(tokens.slice(group.end + 1), budget)
    if (choices === undefined || rests === undefined) return undefined
    budget.left -= choices.length * rests.length
    if (budget.left < 0) return undefined
    const before = tokens.slice(0, start)
    return choices.flatMap((choice) => rests.map((rest) => [...before, ...choice, ...rest]))
  }
  return [[...tokens]]
}

interface Group {
  readonly start: number
  readonly end: number
  /** Positions of the commas that belong to this group. */
  readonly commas: readonly number[]
  readonly sequence?: readonly string[]
}

function findGroup(tokens: readonly Token[], start: number, budget: Budget): Group | undefined {
  const commas: number[] = []
  let depth = 0
  for (let index = start; index < tokens.length; index++) {
    budget.steps--
    const token = tokens[index]
    if (token === '{') depth++
    else if (token === ',' && depth === 1) commas.push(index)
    else if (token === '}' && --depth === 0) {
      if (commas.length > 0) return { start, end: index, commas }
      const sequence = readSequence(tokens.slice(start + 1, index))
      return sequence === undefined ? undefined : { start, end: index, commas, sequence }
    }
  }
  return undefined
}

function expandGroup(tokens: readonly Token[], group: Group, budget: Budget): Token[][] | undefined {
  if (group.sequence !== undefined) return group.sequence.map((word) => [...word])
  const cuts = [group.start, ...group.commas, group.end]
  const result: Token[][] = []
  for (let index = 0; index + 1 < cuts.length; index++) {
    const words = expand(tokens.slice((cuts[index] ?? 0) + 1, cuts[index + 1]), budget)
    if (words === undefined) return undefined
    result.push(...words)
  }
  return result
}

/** `1..10`, `a..e`, `1..10..2`. A sequence that is too long yields enough words for the budget to refuse it. */
function readSequence(tokens: readonly Token[]): readonly string[] | undefined {
  if (!tokens.every((token) => typeof token === 'string')) return undefined
  const text = tokens.join('')
  const numbers = /^([+-]?\d{1,15})\.\.([+-]?\d{1,15})(?:\.\.([+-]?\d{1,9}))?$/.exec(text)
  if (numbers !== null) {
    const width = Math.max(padding(numbers[1]), padding(numbers[2]))
    return range(Number(numbers[1]), Number(numbers[2]), Number(numbers[3] ?? 1)).map((n) => pad(n, width))
  }
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.([+-]?\d{1,9}))?$/.exec(text)
  if (letters === null) return undefined
  const [from, to] = [letters[1] ?? 'a', letters[2] ?? 'a'].map((letter) => letter.charCodeAt(0))
  return range(from ?? 0, to ?? 0, Number(letters[3] ?? 1)).map((code) => String.fromCharCode(code))
}

function range(from: number, to: number, by: number): number[] {
  const step = Math.max(1, Math.abs(by)) * (from <= to ? 1 : -1)
  const count = Math.min(Math.floor(Math.abs((to - from) / step)) + 1, MAX_WORDS + 1)
  return Array.from({ length: count }, (_, index) => from + index * step)
}

function padding(text: string | undefined): number {
  return text !== undefined && /^[+-]?0\d/.test(text) ? text.length : 0
}

function pad(number: number, width: number): string {
  if (width === 0) return String(number)
  return number < 0 ? `-${String(-number).padStart(width - 1, '0')}` : String(number).padStart(width, '0')
}

function toParts(tokens: readonly Token[]): WordPart[] {
  const parts: WordPart[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') parts.push({ kind: 'text', text, quoted: false })
    text = ''
  }
  for (const token of tokens) {
    if (typeof token === 'string') {
      text += token
      continue
    }
    flush()
    parts.push(token)
  }
  flush()
  return parts
}
