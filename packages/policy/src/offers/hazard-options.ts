import { baseName } from '../text/base-name.ts'
import { findProgram } from '../shell/programs/registry.ts'
import type { CommandSpec } from '../shell/programs/spec.ts'

/** Options that a rule ending in ` *` does not cover for these words, because they make the program do more than its name says. */
export function hazardOptions(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = words
  const specs: CommandSpec[] = []
  let at: CommandSpec | undefined = findProgram(baseName(program))
  for (const word of ['', ...rest]) {
    if (word !== '') at = subcommandOf(at, word)
    if (at === undefined) break
    specs.push(at)
  }
  return [...new Set(specs.flatMap(hazardsOf))].slice(0, MOST)
}

/** Enough examples to see the kind of option. */
const MOST = 12

function subcommandOf(spec: CommandSpec | undefined, word: string): CommandSpec | undefined {
  const { subcommands } = spec ?? {}
  return subcommands !== undefined && Object.hasOwn(subcommands, word) ? subcommands[word] : undefined
}

function hazardsOf({ writes, starts, runs, loads, configures }: CommandSpec): readonly string[] {
  return [starts, runs, loads, configures, writes].flatMap((list) =>
    (list ?? '')
      .split(' ')
      .filter((entry) => entry !== '')
      .map((entry) => (entry.split(',').at(-1) ?? entry).replace(/\[?=.*$/, '')),
  )
}
