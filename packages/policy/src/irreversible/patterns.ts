import { lazy } from '../lazy.ts'
import { positionals, type Word } from './words.ts'

/**
 * Commands by program, as data. Semicolons separate patterns: `stash drop|clear` is either of two subcommands, `branch -D` a subcommand
 * with an option, `*` any one word, `db:drop*` any continuation. Words must come first in the command; options may appear anywhere, a short
 * one also in a cluster. An empty pattern is the program itself.
 */
export type Patterns = Readonly<Record<string, string>>

/** The words of a command that a pattern names; undefined if none matches. */
export function matcherOf(
  patterns: Patterns,
): (program: string, words: readonly Word[]) => readonly string[] | undefined {
  const byProgram = lazy(() => compileAll(patterns))
  return (program, words) => {
    for (const pattern of byProgram().get(program) ?? []) {
      const found = match(pattern, words)
      if (found !== undefined) return found
    }
    return undefined
  }
}

interface Pattern {
  readonly path: readonly RegExp[]
  readonly options: readonly RegExp[]
}

function compileAll(patterns: Patterns): ReadonlyMap<string, readonly Pattern[]> {
  const all = new Map<string, Pattern[]>()
  for (const [programs, text] of Object.entries(patterns)) {
    const compiled = text.split(';').map(compile)
    for (const program of programs.split(' ')) all.set(program, [...(all.get(program) ?? []), ...compiled])
  }
  return all
}

function compile(text: string): Pattern {
  const words = text.split(' ').filter((word) => word !== '')
  const [options, path] = [words.filter(isOption), words.filter((word) => !isOption(word))]
  return { path: path.map(wordPattern), options: options.map(optionPattern) }
}

function isOption(word: string): boolean {
  return word.startsWith('-')
}

function wordPattern(word: string): RegExp {
  return new RegExp(`^(?:${escaped(word)})$`, 'is')
}

/** Matches the option with an attached value and, if it is one letter, in a cluster. */
function optionPattern(word: string): RegExp {
  const each = word.split('|').map((option) => {
    const letter = /^-([A-Za-z])$/.exec(option)?.[1]
    return letter === undefined ? `${escaped(option)}(?:=.*)?` : `-[A-Za-z]{0,4}${letter}[A-Za-z]{0,4}`
  })
  return new RegExp(`^(?:${each.join('|')})$`, 's')
}

function escaped(word: string): string {
  return word.replaceAll(/[.+?^${}()[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
}

function match({ path, options }: Pattern, words: readonly Word[]): readonly string[] | undefined {
  const said = firstWords(path, positionals(words))
  if (said === undefined) return undefined
  const found = [...said]
  for (const wanted of options) {
    const word = words.find(({ text, option }) => option && wanted.test(text))
    if (word === undefined) return undefined
    found.push(word.text)
  }
  return found
}

/** The first words, one for each part of the path. A word that may be the value of an option is treated as one if necessary. */
function firstWords(path: readonly RegExp[], rest: readonly Word[]): readonly string[] | undefined {
  const [wanted, ...more] = path
  if (wanted === undefined) return []
  const [word, ...behind] = rest
  if (word === undefined) return undefined
  const found = wanted.test(word.text) ? firstWords(more, behind) : undefined
  if (found !== undefined) return [word.text, ...found]
  return word.maybeValue ? firstWords(path, behind) : undefined
}
