import { literal, type Field } from '../../model/field.ts'
import type { Hazard } from '../../model/part.ts'
import { writesElsewhere } from './hazard-relief.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'

/** The folder of a new worktree is a hazard unless it is in the workspace, next to it or in a temporary folder. */
export function besideWorkspace(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return { hazards: [...facts.hazards, ...elsewhereThanBeside(args.operands[0], args)] }
}

/** An additional worktree is usually next to the first one, so a sibling folder is no hazard. */
export function elsewhereThanBeside(field: Field | undefined, args: ParsedArgs): readonly Hazard[] {
  const sibling = field !== undefined && /^\.\.\/\w[^/]*\/?$/.test(literal(field) ?? '')
  return sibling ? [] : writesElsewhere([field], args)
}
