import { literal, type Field } from '../../model/field.ts'
import { isHarmful, optionNames } from './option-table.ts'
import { isInWorkspace } from './places.ts'
import type {
  ClassifyContext,
  CommandSpec,
  FactsPatch,
  OptionList,
  ParsedArgs,
  ParsedOption,
  ProgramFacts,
} from './spec.ts'

/** Whether the value of an option is harmless although other values are a hazard. */
export type Harmless = (value: Field, context: ClassifyContext) => boolean

/** A name without a path: a formatter or reporter that is part of the program. */
export const plainName: Harmless = (value) => /^[\w@-]+$/.test(literal(value) ?? '')

/** A path that is certainly in the workspace. */
export const inWorkspace: Harmless = (value, context) => isInWorkspace(value, context)

/** One of the names that the program would look for in its own directory anyway. */
export function ownConfig(...names: readonly string[]): Harmless {
  return (value) => names.includes((literal(value) ?? '').replace(/^\.\//, ''))
}

/** Certainly neither in the workspace nor in a temporary folder; unknown words are ignored. */
function isElsewhere(field: Field, context: ClassifyContext): boolean {
  const path = literal(field)
  if (path === undefined || path === '' || path === '-' || /^[\w.+-]+:/.test(path)) return false
  return !isInWorkspace(field, context) && !/^\/(?:private\/|var\/)?tmp\/./.test(path)
}

/** Output locations of a command, as hazards if they are elsewhere. */
export function writesElsewhere(
  fields: readonly (Field | undefined)[],
  { context }: ParsedArgs,
): ProgramFacts['hazards'] {
  return fields.flatMap((field) => {
    if (field === undefined || !isElsewhere(field, context)) return []
    const option = literal(field) ?? ''
    return [{ kind: 'writes' as const, option, range: field.range, spellings: [option] }]
  })
}

/** Removes the hazards of options whose value is harmless. */
export function relief(
  args: ParsedArgs,
  facts: ProgramFacts,
  rules: Readonly<Record<OptionList, Harmless>>,
): FactsPatch {
  const relieved = Object.entries(rules).flatMap(([list, harmless]) => {
    const names = optionNames(list)
    return [...args.before, ...args.options].filter(
      ({ names: found, value }) =>
        value !== undefined && found.some((name) => names.includes(name)) && harmless(value, args.context),
    )
  })
  if (relieved.length === 0) return {}
  // A query stays one with an option that turned out harmless.
  const all = [...args.before, ...args.options]
  const asks = facts.query === true && all.every((option) => !isRisky(option) || relieved.includes(option))
  return {
    ...(asks && relieved.some(({ written }) => isRefused(written, facts)) ? { notReadonly: undefined } : {}),
    // By position too: the same option may occur twice, once harmless and once not.
    hazards: facts.hazards.filter(
      ({ option, spellings, range }) =>
        !relieved.some(
          ({ written, names, field }) => option === written && spellings === names && range === field.range,
        ),
    ),
  }
}

function isRisky({ effect }: ParsedOption): boolean {
  return effect !== 'unknown' && isHarmful(effect)
}

function isRefused(written: string, { notReadonly }: ProgramFacts): boolean {
  return notReadonly?.because === 'not-readonly' && notReadonly.argument === written
}

/** Makes such a reader for a table entry. */
export function relieve(rules: Readonly<Record<OptionList, Harmless>>): NonNullable<CommandSpec['read']> {
  return (args, facts) => relief(args, facts, rules)
}
