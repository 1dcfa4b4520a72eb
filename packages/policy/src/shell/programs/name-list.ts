import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'

/** Files that a list names: which these are nobody can see. */
export function readNameList({ program, options }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const list = options.find(({ names }) => names.includes('--files0-from'))
  if (list === undefined) return {}
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: list.written } }
}
