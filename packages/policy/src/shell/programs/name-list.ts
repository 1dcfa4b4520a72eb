import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'

/** Files named in a list, which are not visible here. */
export function readNameList({ program, options }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const list = options.find(({ names }) => names.includes('--files0-from'))
  if (list === undefined) return {}
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: list.written } }
}
