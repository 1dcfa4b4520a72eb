import { literal, type Field } from '../field.ts'

/**
 * Commands by words, as data: programs, and what words must follow in that order, with anything between them; patterns
 * stand between semicolons. `a|b`: either; `*` stands for any text; an option fits with a joined value
 * too. A pattern of no words is the program itself. In a list that is `open` a word that is not known may be any.
 */
export type CommandList = Readonly<Record<string, string>>

/** What lists say of a command. Programs that no list names cost one look. */
export function commandsOf<What>(
  lists: readonly (readonly [What, CommandList, 'open'?])[],
): (program: string, argv: readonly Field[]) => readonly What[] {
  const known = new Map<
    string,
    { readonly what: What; readonly pattern: Pattern; readonly open: boolean }[]
  >()
  for (const [what, list, open] of lists) {
    for (const [programs, patterns] of Object.entries(list)) {
      const compiled = patterns.split(';').map((text) => ({
        what,
        pattern: compile(text),
        open: open === 'open',
      }))
      for (const program of programs.split(' '))
        known.set(program, [...(known.get(program) ?? []), ...compiled])
    }
  }
  return (program, argv) => {
    const entries = known.get(program)
    if (entries === undefined) return NONE
    const words = argv.slice(1)
    const texts = words.map((word) => literal(word) ?? '')
    const holes = words.findIndex((word) => literal(word) === undefined)
    const fitting = entries.filter(
      ({ pattern, open }) =>
        isThere(pattern, texts) || (open && holes !== -1 && mayBeThere(pattern, texts, holes)),
    )
    return [...new Set(fitting.map(({ what }) => what))]
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

/** The first words are there, and the next one is not known: it may be all that is missing. */
function mayBeThere(pattern: Pattern, texts: readonly string[], hole: number): boolean {
  const from = pattern.findIndex(
    (words) => !texts.slice(0, hole).some((text) => words.some((word) => fits(word, text))),
  )
  // Where the list looks for a certain file or option, that has to be there.
  if (from === 0 && pattern[0]?.some((word) => /^-|\*/.test(word)) === true) return false
  return from !== -1 && isThere(pattern.slice(0, from), texts.slice(0, hole))
}

function fits(word: string, text: string): boolean {
  if (!word.includes('*')) return text === word || (word.startsWith('-') && text.startsWith(`${word}=`))
  const inner = word.replaceAll('*', '')
  if (word.startsWith('*')) return word.endsWith('*') ? text.includes(inner) : text.endsWith(inner)
  return text.startsWith(inner)
}
