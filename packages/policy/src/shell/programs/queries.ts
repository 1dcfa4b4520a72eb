import { literal } from '../../model/field.ts'
import { QUERIES, type Queries } from './query-lists.ts'
import type { CommandSpec, FactsPatch, ParsedArgs, ProgramFacts, ProgramSpec } from './spec.ts'

/**
 * Adds the queries to the entry of a program, which other programs may share. The entry's own facts about the same command stay, hazards
 * above all.
 */
export function withQueries(spec: ProgramSpec, program: string): ProgramSpec {
  const found = QUERIES.filter(({ programs }) => programs.includes(program))
  if (found.length === 0) return spec
  const whole = found.reduce((so, queries) => addAll(so, queries), spec)
  const asks = found.find((queries) => queries.asks !== undefined)?.asks
  return asks === undefined ? whole : { ...whole, ...withQuestions(whole, asks) }
}

/** A program's remaining commands are queries if their words say so. */
function withQuestions(spec: CommandSpec, asks: NonNullable<Queries['asks']>): CommandSpec {
  if (spec.subcommands === undefined) return spec
  const below = Object.entries(spec.subcommands).map(([name, command]): readonly [string, CommandSpec] => [
    name,
    withQuestions(command, asks),
  ])
  const fallback = spec.fallback ?? {}
  const read = (args: ParsedArgs, facts: ProgramFacts): FactsPatch => {
    const own = fallback.read?.(args, facts) ?? {}
    const words = [...args.path, ...args.operands.map((field) => literal(field) ?? '')]
    if (asks(words)) return own
    return { ...own, notReadonly: { because: 'not-readonly', program: facts.program ?? args.program } }
  }
  return {
    ...spec,
    subcommands: Object.fromEntries(below),
    fallback: { ...fallback, readonly: 'query', anyOption: true, read },
  }
}

function addAll(spec: ProgramSpec, queries: Queries): ProgramSpec {
  const commands = queries.commands.split(',').map((text) => text.trim().split(' '))
  return commands.reduce<ProgramSpec>(
    (whole, words) => ({ ...whole, ...addCommand(whole, words, queries) }),
    spec,
  )
}

function addCommand(spec: CommandSpec, [word, ...rest]: readonly string[], queries: Queries): CommandSpec {
  if (word === undefined) return asQuery(spec, queries)
  // A level without subcommands keeps its meaning for all other words.
  const fallback = spec.subcommands === undefined ? leafOf(spec) : spec.fallback
  const below = spec.subcommands?.[word] ?? fallback ?? {}
  return {
    ...spec,
    subcommands: { ...spec.subcommands, [word]: addCommand(below, rest, queries) },
    ...(fallback === undefined ? {} : { fallback }),
  }
}

/** A spec as its own fallback: without its subcommands, and with its own number of defining words. */
function leafOf({ subcommands: _none, fallback: _also, ...leaf }: CommandSpec): CommandSpec {
  return leaf
}

function asQuery(spec: CommandSpec, { options = '', anyOption, read }: Queries): CommandSpec {
  const own = spec.read
  const both = (args: ParsedArgs, facts: ProgramFacts): FactsPatch => {
    const first = own?.(args, facts) ?? {}
    return { ...first, ...read?.(args, facts) }
  }
  return {
    ...spec,
    readonly: 'query',
    options: `${options} ${spec.options ?? ''}`.trim(),
    ...(anyOption === undefined ? {} : { anyOption }),
    ...(own === undefined && read === undefined ? {} : { read: both }),
  }
}
