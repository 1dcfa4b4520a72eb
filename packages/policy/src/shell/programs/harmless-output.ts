import { literal } from '../../model/field.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'
import { wordSet } from '../../word-set.ts'

const NOWHERE = wordSet('/dev/null /dev/stdout /dev/stderr /dev/fd/1 /dev/fd/2')

/** An output option whose value is not a file (`-o /dev/null`, `-O -`) is not a hazard. `dash`: `-` is standard output. */
export function withoutHarmlessOutput(
  args: ParsedArgs,
  facts: ProgramFacts,
  { dash }: { readonly dash: boolean },
): Pick<Required<FactsPatch>, 'hazards' | 'touches'> {
  const harmless = args.options.filter(({ effect, value }) => {
    const text = literal(value)
    return effect === 'writes' && text !== undefined && (NOWHERE.has(text) || (dash && text === '-'))
  })
  const values = harmless.map(({ value }) => value)
  return {
    hazards: facts.hazards.filter(
      ({ option, spellings, range }) =>
        !harmless.some(
          ({ written, names, field }) => option === written && spellings === names && range === field.range,
        ),
    ),
    touches: facts.touches.filter(({ path }) => !values.includes(path)),
  }
}
