import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Breaker, Hazard, Inner, ProgramFacts, Touch } from '../../model/part.ts'
import type { Level } from './levels.ts'
import { optionNames } from './option-table.ts'
import type { Sorted } from './options.ts'
import type { CommandSpec, Effect, ParsedOption } from './spec.ts'
import { whyNotReadonly } from './why-not-readonly.ts'

/** The facts from the table alone, before any reader of the command. */
export function settle(
  at: Level,
  { argv, base }: { readonly argv: readonly Field[]; readonly base: string },
): ProgramFacts {
  let program = base
  for (const field of at.path) program += ` ${literal(field) ?? ''}`
  const hazards: Hazard[] = []
  const touches: Touch[] = []
  const inner: Inner[] = []
  const note = (option: ParsedOption): void => {
    // Most options have no relevant effect.
    if (option.effect === 'plain' || option.effect === 'unknown') return
    hazards.push(...hazardOf(option))
    touches.push(...touchOf(option))
    inner.push(...innerOf(option))
  }
  for (const { sorted } of at.before) sorted.options.forEach(note)
  at.sorted.options.forEach(note)
  hazards.push(...doubtfulHazards(at), ...ownHazard(at))
  touches.push(...operandTouches(at))
  return {
    program: base,
    notReadonly: whyNotReadonly(at, program),
    query: at.command.readonly === 'query',
    hazards,
    touches,
    breaker: findBreaker(at, program),
    traits: at.command.traits ?? [],
    inner,
    transparent: false,
    privilege: false,
    spellings: spellings(at, argv, base),
    arity: at.command.arity ?? 1 + at.path.length,
    opaque: false,
  }
}

function spellings(at: Level, argv: readonly Field[], base: string): readonly (readonly Field[])[] {
  const [first] = argv
  if (first === undefined) return []
  // A later word selects the action (`kubectl -n x delete`), so the words before it are skipped too.
  const more = at.command.subcommands !== undefined || 1 + at.path.length < (at.command.arity ?? 0)
  const isShort = 1 + at.path.length + at.rest.length === argv.length
  if (isShort && !more) return []
  const head = [textField(base, first.range), ...at.path]
  const found = isShort ? [] : [[...head, ...at.rest]]
  if (!more) return found
  const [start] = at.sorted.operands
  const from = start === undefined ? -1 : at.rest.indexOf(start)
  const known = from > 0 ? [[...head, ...at.rest.slice(from)]] : []
  const sure = at.lost === undefined && at.sorted.options.every(({ effect }) => effect !== 'unknown')
  return [...found, ...known, ...(sure ? [] : withoutLeadingOptions(head, at.rest))]
}

/** Options before a subcommand that no table knows: each may be followed by a value. */
export function withoutLeadingOptions(
  head: readonly Field[],
  rest: readonly Field[],
): readonly (readonly Field[])[] {
  const from = rest.findIndex((word) => !/^[-+]/.test(knownPrefix(word)))
  if (from < 1) return []
  return [from, from + 1].filter((at) => at < rest.length).map((at) => [...head, ...rest.slice(at)])
}

const HAZARD_KINDS: Readonly<Record<Effect | 'unknown', Hazard['kind'] | undefined>> = {
  plain: undefined,
  reads: undefined,
  changes: undefined,
  outputs: undefined,
  unknown: undefined,
  writes: 'writes',
  starts: 'starts',
  runs: 'starts',
  loads: 'loads',
  configures: 'configures',
}

function ownHazard({ command, path }: Level): readonly Hazard[] {
  const word = path.at(-1)
  if (command.hazard === undefined || word === undefined) return []
  const option = display(word)
  return [{ kind: command.hazard, option, range: word.range, spellings: [option] }]
}

function hazardOf(option: ParsedOption): readonly Hazard[] {
  const kind = HAZARD_KINDS[option.effect]
  if (kind === undefined) return []
  return [{ kind, option: option.written, range: option.field.range, spellings: option.names }]
}

/** An unknown word may be any hazard of the program, and no rule can spell it out. */
function doubtfulHazards(at: Level): readonly Hazard[] {
  if (at.sorted.doubts.length === 0 && at.before.every(({ sorted }) => sorted.doubts.length === 0)) return []
  const levels = [...at.before, { sorted: at.sorted, table: at.table }]
  return levels.flatMap(({ sorted, table }) =>
    table.hazardous
      ? sorted.doubts.map(({ field }) => ({
          kind: 'configures' as const,
          option: display(field),
          range: field.range,
          spellings: [],
        }))
      : [],
  )
}

function touchOf(option: ParsedOption): readonly Touch[] {
  const { value, effect } = option
  if (value === undefined) return []
  if (effect === 'writes' || effect === 'outputs') return [{ act: 'write', path: value, recursive: false }]
  if (effect === 'reads' || effect === 'loads') return [{ act: 'read', path: value, recursive: false }]
  return []
}

function innerOf(option: ParsedOption): readonly Inner[] {
  return option.effect === 'runs' && option.value !== undefined
    ? [{ kind: 'script', text: option.value }]
    : []
}

function operandTouches({ command, sorted }: Level): readonly Touch[] {
  const spec = command.operands
  if (spec === undefined) return []
  const { act = 'none', last } = spec
  const noSkip = hasAny(sorted.options, optionNames(spec.skipUnless))
  const paths = sorted.operands.slice(noSkip ? 0 : (spec.skip ?? 0))
  const recursive = spec.recursive === true || isRecursive(command, sorted)
  return paths.flatMap((path, index): readonly Touch[] => {
    const isLast = last !== undefined && index > 0 && index === paths.length - 1
    const effective = isLast ? last : act
    return effective === 'none' ? [] : [{ act: effective, path, recursive: recursive && !isLast }]
  })
}

/** Assumes the worst: an unknown word may be the option. */
function isRecursive(command: CommandSpec, sorted: Sorted): boolean {
  const names = optionNames(command.recursive)
  return names.length > 0 && (sorted.doubts.length > 0 || hasAny(sorted.options, names))
}

export function hasAny(options: readonly ParsedOption[], names: readonly string[]): boolean {
  return options.some((option) => option.names.some((name) => names.includes(name)))
}

function findBreaker(at: Level, program: string): Breaker | undefined {
  const { options } = at.sorted
  for (const spec of at.command.breakers ?? []) {
    if (hasAny(options, optionNames(spec.unless))) continue
    const names = optionNames(spec.options)
    const hit = options.find((option) => option.names.some((name) => names.includes(name)))
    if (spec.options === undefined || hit !== undefined) {
      return { kind: spec.kind, target: hit === undefined ? program : `${program} ${hit.written}` }
    }
  }
  return undefined
}
