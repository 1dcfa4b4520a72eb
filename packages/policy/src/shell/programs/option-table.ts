import { GNU, type CommandSpec, type Effect, type OptionList, type Style } from './spec.ts'

/** The table's facts about one option. */
export interface OptionDef {
  readonly names: readonly string[]
  readonly effect: Effect
  readonly takes: 'nothing' | 'value' | 'two' | 'joined'
}

/** A compiled table of options. */
export interface OptionTable {
  readonly byName: ReadonlyMap<string, OptionDef>
  /** `-5`. */
  readonly number: OptionDef | undefined
  readonly style: Style
  /** Unknown options are harmless. */
  readonly anyOption: boolean
  /** Some option is a hazard. */
  readonly hazardous: boolean
  /** Some option is a hazard or changes something. */
  readonly harmful: boolean
}

const LISTS = [
  'options',
  'reads',
  'writes',
  'starts',
  'runs',
  'loads',
  'configures',
  'changes',
  'outputs',
] as const

/** Compiles the table of a command; `more`: commands whose options it inherits. */
export function compileOptions(command: CommandSpec, more: readonly CommandSpec[] = []): OptionTable {
  const byName = new Map<string, OptionDef>()
  for (const spec of [...more, command]) {
    for (const list of LISTS) {
      for (const def of parseOptionList(spec[list], list === 'options' ? 'plain' : list)) {
        for (const name of def.names) byName.set(name, def)
      }
    }
  }
  const effects = [...byName.values()].map((def) => def.effect)
  return {
    byName,
    number: byName.get('-#'),
    style: command.style ?? GNU,
    anyOption: command.anyOption ?? false,
    hazardous: effects.some((effect) => isHarmful(effect) && effect !== 'changes' && effect !== 'outputs'),
    harmful: effects.some(isHarmful),
  }
}

/** True for effects by which a command is not read-only. */
export function isHarmful(effect: Effect): boolean {
  return effect !== 'plain' && effect !== 'reads'
}

/** Parses an option list. `-o,--output=`: the suffix of the last spelling applies to all. */
export function parseOptionList(list: OptionList | undefined, effect: Effect): readonly OptionDef[] {
  return words(list).map((word) => {
    const [suffix, takes] = TAKES.find(([end]) => word.endsWith(end)) ?? NOTHING
    const bare = word.slice(0, word.length - suffix.length)
    return { names: bare.split(',').flatMap(spellNegated), effect, takes }
  })
}

/** The meanings of suffixes, longer ones first. */
const TAKES: readonly (readonly [suffix: string, takes: OptionDef['takes']])[] = [
  ['[=]', 'joined'],
  ['==', 'two'],
  ['=', 'value'],
]
const NOTHING = ['', 'nothing'] as const

/** The names of a list, without suffixes. Lists are texts of the tables, so the cache is bounded. */
export function optionNames(list: OptionList | undefined): readonly string[] {
  if (list === undefined) return []
  const known = NAMES.get(list)
  if (known !== undefined) return known
  const names = parseOptionList(list, 'plain').flatMap((def) => def.names)
  NAMES.set(list, names)
  return names
}

const NAMES = new Map<string, readonly string[]>()

function words(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(' ').filter((word) => word !== '')
}

function spellNegated(name: string): readonly string[] {
  return name.startsWith('--[no-]') ? [`--${name.slice(7)}`, `--no-${name.slice(7)}`] : [name]
}
