import { legacyFlag, list, text } from '../command/option.ts'

/** `--agent` of older scripts: there is one loop, which itself decides whether to plan. */
export const agent = legacyFlag('ignored, for older scripts')

/** A mode is typed by its name, or by its id. */
export const mode = text('<mode>', 'Plan, Strict, Ask, Accept edits or Auto')

const rulesOf = (name: string) => list('<rule>', `add this ${name} rule`)

/** Rules that are given on the command line. */
export const allow = rulesOf('allow')
export const ruleOptions = { allow, ask: rulesOf('ask'), deny: rulesOf('deny') }
