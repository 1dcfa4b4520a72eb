import { literal, type Field } from '../field.ts'

/**
 * Commands by words, as data: programs, and what words must follow in that order, with anything between them; patterns
 * stand between semicolons. `a|b`: either; `*` stands for any text; an option fits with a joined value
 * too. A pattern of no words is the program itself.
 */
export type CommandList = Readonly<Record<string, string>>

/** What lists say of a command. Programs that no list names cost one look. */
export function commandsOf<What>(
  lists: readonly (readonly [What, CommandList])[],
): (program: string, argv: readonly Field[]) => readonly What[] {
  const known = new Map<string, { readonly what: What; readonly pattern: Pattern }[]>()
  for (const [what, list] of lists) {
    for (const [programs, patterns] of Object.entries(list)) {
      const compiled = patterns.split(';').map((text) => ({ what, pattern: compile(text) }))
      for (const program of programs.split(' '))
        known.set(program, [...(known.get(program) ?? []), ...compiled])
    }
  }
  return (program, argv) => {
    const entries = known.get(program)
    if (entries === undefined) return NONE
    const texts = argv.slice(1).map((word) => literal(word) ?? '')
    return [...new Set(entries.filter(({ pattern }) => isThere(pattern, texts)).map(({ what }) => what))]
  }
}

const NONE: readonly never[] = []

type Pattern = readonly (readonly string[])[]

function compile(pattern: string): Pattern {
  return pattern
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.split('|'))
}

function isThere(pattern: Pattern, texts: readonly string[]): boolean {
  let at = 0
  for (const words of pattern) {
    while (at < texts.length && !words.some((word) => fits(word, texts[at] ?? ''))) at++
    if (at++ >= texts.length) return false
  }
  return true
}

function fits(word: string, text: string): boolean {
  if (!word.includes('*')) return text === word || (word.startsWith('-') && text.startsWith(`${word}=`))
  const inner = word.replaceAll('*', '')
  if (word.startsWith('*')) return word.endsWith('*') ? text.includes(inner) : text.endsWith(inner)
  return text.startsWith(inner)
}
