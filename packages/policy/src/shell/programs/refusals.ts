import { display, type Field } from '../../model/field.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'

/** Not read-only with an operand that fails the check. */
export function refuseIf(
  args: ParsedArgs,
  facts: ProgramFacts,
  isFine: (field: Field) => boolean,
): FactsPatch {
  const bad = args.operands.find((field) => !isFine(field))
  if (bad === undefined) return {}
  return {
    notReadonly: facts.notReadonly ?? {
      because: 'not-readonly',
      program: args.program,
      argument: display(bad),
    },
  }
}

/** Not read-only with an operand of that kind. */
export function refuseWhere(
  args: ParsedArgs,
  facts: ProgramFacts,
  isBad: (text: string) => boolean,
): FactsPatch {
  const bad = args.operands.find((field) => isBad(display(field)))
  if (bad === undefined) return {}
  const { program } = args
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: display(bad) } }
}
