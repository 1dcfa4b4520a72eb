import { literal, type Field } from '../../model/field.ts'
import { compileOptions, type OptionTable } from './option-table.ts'
import { sortWords, type Sorted } from './options.ts'
import type { CommandSpec } from './spec.ts'

/** The command that a vector resolves to after global options and subcommands. */
export interface Level {
  readonly command: CommandSpec
  readonly table: OptionTable
  /** The command and those above it, innermost first. */
  readonly chain: readonly CommandSpec[]
  readonly path: readonly Field[]
  readonly rest: readonly Field[]
  readonly sorted: Sorted
  /** Options before the subcommands, with the tables that parsed them. */
  readonly before: readonly { readonly sorted: Sorted; readonly table: OptionTable }[]
  /** Why the resolution is not certain. */
  readonly lost?: Lost
}

type Lost = { readonly word?: Field }

/** Follows options and subcommands to the command that a vector resolves to. */
export function descend(spec: CommandSpec, words: readonly Field[]): Level {
  let command = spec
  let rest = words
  const inherited: CommandSpec[] = []
  const chain: CommandSpec[] = [spec]
  const path: Field[] = []
  const before: { sorted: Sorted; table: OptionTable }[] = []
  let lost: Lost | undefined
  for (;;) {
    const table = tableOf(command, inherited)
    const subcommands = command.subcommands
    if (subcommands === undefined) {
      return level(command, table, { chain, path, rest, before, lost })
    }
    const sorted = sortWords(rest, table, { first: true })
    const at = findSubcommand(rest, sorted, subcommands)
    const word = at === undefined ? undefined : rest[at]
    const name = literal(word)
    const next = name === undefined ? undefined : subcommands[name]
    if (at !== undefined && word !== undefined && next !== undefined) {
      if (at !== sorted.stop) lost = { word: rest[sorted.stop] ?? word }
      before.push({ sorted, table })
      path.push(word)
      if (command.inherited === true) inherited.push(command)
      command = next
      chain.unshift(next)
      rest = rest.slice(at + 1)
      continue
    }
    if (command.fallback !== undefined) {
      if (command.inherited === true) inherited.push(command)
      command = command.fallback
      chain.unshift(command)
      continue
    }
    const unknown = rest[sorted.stop]
    if (unknown !== undefined) lost = { word: unknown }
    return level(command, table, { chain, path, rest, before, lost })
  }
}

function level(
  command: CommandSpec,
  table: OptionTable,
  way: Pick<Level, 'chain' | 'path' | 'rest' | 'before'> & { readonly lost: Lost | undefined },
): Level {
  const { chain, path, rest, before, lost } = way
  const sorted = sortWords(command.rewrite?.(rest) ?? rest, table, { first: false })
  const found = { command, table, chain, path, rest, sorted, before }
  return lost === undefined ? found : { ...found, lost }
}

/**
 * The position of the subcommand. After an unknown option or word, which may take a value, the first word that is a subcommand is used (the
 * *may* reading; the level is `lost` for *must*).
 */
function findSubcommand(
  words: readonly Field[],
  sorted: Sorted,
  subcommands: Readonly<Record<string, CommandSpec>>,
): number | undefined {
  const isOne = (field: Field | undefined): boolean => {
    const name = literal(field)
    return name !== undefined && Object.hasOwn(subcommands, name)
  }
  if (isOne(words[sorted.stop])) return sorted.stop
  const certain = sorted.doubts.length === 0 && sorted.options.every((option) => option.effect !== 'unknown')
  if (certain) return undefined
  const index = words.findIndex((word, at) => at > sorted.stop && isOne(word))
  return index === -1 ? undefined : index
}

/** Compiled tables, by command and the last command whose options it inherits. */
const COMPILED = new WeakMap<CommandSpec, WeakMap<CommandSpec, OptionTable>>()

function tableOf(command: CommandSpec, inherited: readonly CommandSpec[]): OptionTable {
  const from = inherited.at(-1) ?? command
  let tables = COMPILED.get(command)
  if (tables === undefined) COMPILED.set(command, (tables = new WeakMap<CommandSpec, OptionTable>()))
  const known = tables.get(from)
  if (known !== undefined) return known
  const made = compileOptions(command, inherited)
  tables.set(from, made)
  return made
}
