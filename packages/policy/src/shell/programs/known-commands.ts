import { lazy } from '../../lazy.ts'
import { literal, type Field } from '../../model/field.ts'

/**
 * Commands by words, as data: programs, and words that must follow in that order, with anything between them; semicolons separate patterns.
 * `a|b`: either; `*` matches any text; an option also matches with an attached value. An empty pattern is the program itself. In an `open`
 * list an unknown word may be any.
 */
export type CommandList = Readonly<Record<string, string>>

/**
 * Looks a command up in the lists. A program that no list names costs one lookup; its patterns compile on first use, because most never
 * occur.
 */
export function commandsOf<What>(
  lists: readonly CommandEntry<What>[],
): (program: string, argv: readonly Field[]) => readonly What[] {
  const lines = lazy(() => linesByProgram(lists))
  const compiled = new Map<string, readonly Entry<What>[]>()
  const entriesOf = (program: string): readonly Entry<What>[] | undefined => {
    const known = compiled.get(program)
    if (known !== undefined) return known
    const entries = lines().get(program)?.flatMap(compileLine)
    if (entries !== undefined) compiled.set(program, entries)
    return entries
  }
  return (program, argv) => {
    const entries = entriesOf(program)
    return entries === undefined ? NONE : fitting(entries, argv.slice(1))
  }
}

/** A list of commands, with the fact that applies to all of them. */
export type CommandEntry<What> = readonly [what: What, list: CommandList, open?: 'open' | undefined]

/** All patterns of one list for a program. */
interface Line<What> {
  readonly what: What
  readonly patterns: string
  readonly open: boolean
}

interface Entry<What> {
  readonly what: What
  readonly pattern: Pattern
  readonly open: boolean
}

function linesByProgram<What>(
  lists: readonly CommandEntry<What>[],
): ReadonlyMap<string, readonly Line<What>[]> {
  const lines = new Map<string, Line<What>[]>()
  for (const [what, list, open] of lists) {
    for (const [programs, patterns] of Object.entries(list)) {
      const line = { what, patterns, open: open === 'open' }
      for (const program of programs.split(' ')) {
        const known = lines.get(program)
        if (known === undefined) lines.set(program, [line])
        else known.push(line)
      }
    }
  }
  return lines
}

function compileLine<What>({ what, patterns, open }: Line<What>): readonly Entry<What>[] {
  return patterns.split(';').map((text) => ({ what, pattern: compile(text), open }))
}

function fitting<What>(entries: readonly Entry<What>[], words: readonly Field[]): readonly What[] {
  const texts = words.map(textOf)
  const hole = words.findIndex((word) => literal(word) === undefined)
  let found: What[] | undefined
  for (const { what, pattern, open } of entries) {
    if (found?.includes(what) === true) continue
    if (isThere(pattern, texts) || (open && hole !== -1 && mayBeThere(pattern, texts, hole)))
      (found ??= []).push(what)
  }
  return found ?? NONE
}

function textOf(word: Field): string {
  return literal(word) ?? ''
}

const NONE: readonly never[] = []

/** A word of a pattern: a whole text or, with stars, its beginning, end or some part. */
interface PatternWord {
  readonly text: string
  readonly open: 'no' | 'end' | 'start' | 'both'
  readonly option: boolean
}

type Pattern = readonly (readonly PatternWord[])[]

function compile(pattern: string): Pattern {
  return pattern
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.split('|').map(compileWord))
}

function compileWord(word: string): PatternWord {
  const [start, end] = [word.startsWith('*'), word.endsWith('*')]
  const open = !word.includes('*') ? 'no' : start ? (end ? 'both' : 'start') : 'end'
  return { text: word.replaceAll('*', ''), open, option: word.startsWith('-') }
}

function isThere(pattern: Pattern, texts: readonly string[]): boolean {
  let at = 0
  for (const words of pattern) {
    while (at < texts.length && !fitsAny(words, texts[at] ?? '')) at++
    if (at++ >= texts.length) return false
  }
  return true
}

/** The first words match and the next one is unknown: it may be everything that is missing. */
function mayBeThere(pattern: Pattern, texts: readonly string[], hole: number): boolean {
  const from = pattern.findIndex((words) => !texts.slice(0, hole).some((text) => fitsAny(words, text)))
  // If the list looks for a certain file or option, that has to be present.
  if (from === 0 && pattern[0]?.some(({ open, option }) => option || open !== 'no') === true) return false
  return from !== -1 && isThere(pattern.slice(0, from), texts.slice(0, hole))
}

function fitsAny(words: readonly PatternWord[], text: string): boolean {
  for (const word of words) if (fits(word, text)) return true
  return false
}

function fits({ text: word, open, option }: PatternWord, text: string): boolean {
  switch (open) {
    case 'no':
      return text === word || (option && text.startsWith(word) && text.charAt(word.length) === '=')
    case 'end':
      return text.startsWith(word)
    case 'start':
      return text.endsWith(word)
    case 'both':
      return text.includes(word)
    default:
      return open satisfies never
  }
}
