import { display, literal, type Field } from '../../model/field.ts'
import type { Hazard } from '../../model/part.ts'
import type { CommandSpec, FactsPatch, ParsedArgs, ParsedOption, ProgramFacts } from './spec.ts'

/** The same entry for several subcommands. */
export function each(names: string, spec: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, spec]))
}

/** Publishes if one of its words says so. */
export function publishesOn(...words: readonly string[]): NonNullable<CommandSpec['read']> {
  return ({ operands }, facts) =>
    operands.some((field) => words.includes(literal(field) ?? ''))
      ? { traits: [...facts.traits, 'publish'], arity: 0 }
      : {}
}

/** With exactly these words the program only prints something. */
export function onlyWords({ argv }: ParsedArgs, words: RegExp): FactsPatch {
  const texts = argv.slice(1).map(literal)
  return !texts.includes(undefined) && words.test(texts.join(' ')) ? { notReadonly: undefined } : {}
}

/** With one of these options, and no unknown one, the program changes nothing. */
export function onlyChecked(
  { options, doubts }: ParsedArgs,
  { hazards }: ProgramFacts,
  checks: readonly string[],
): FactsPatch {
  const asked = options.some(({ names, exact }) => exact && names.some((name) => checks.includes(name)))
  const known = options.every(({ effect, exact }) => exact && (effect === 'plain' || effect === 'reads'))
  return asked && known && hazards.length === 0 && doubts.length === 0 ? { notReadonly: undefined } : {}
}

/** A word of the command as a hazard. */
export function hazard(kind: Hazard['kind'], field: Field, ...spellings: readonly string[]): Hazard {
  return { kind, option: display(field), range: field.range, spellings }
}

/** An option as a hazard, with all its spellings. */
export function optionHazard(kind: Hazard['kind'], { written, field, names }: ParsedOption): Hazard {
  return { kind, option: written, range: field.range, spellings: names }
}

/** The word without its prefix, and without the type that curl accepts after it. */
export function after(field: Field, pattern: RegExp): Field {
  const [first, ...rest] = field.pieces
  if (first?.kind !== 'text') return field
  const text = first.text.replace(pattern, '').replace(/;[a-z]+=.*$/, '')
  return { ...field, pieces: text === '' ? rest : [{ kind: 'text', text }, ...rest] }
}

/** Publishes something that others use. */
export const PUBLISH: CommandSpec = { arity: 0, traits: ['publish'] }

/** An unknown place. */
export const NOWHERE = { place: { workspace: '', cwd: '', home: '' }, cwds: [] }
