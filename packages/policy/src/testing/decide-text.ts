import { readCallText } from '../call-text.ts'
import { decide } from '../decide.ts'
import type { Decision } from '../decision.ts'
import { compilePolicy, type PolicySource } from '../policy.ts'
import { layerOfRulesFile, parseRulesFile } from '../rules/rules-file.ts'
import { PLACE } from './atoms.ts'

/** Decides a call in the notation of people, by rules in the notation of people (`deny files.read(.env)`), in the user's layer. */
export function decideText(
  mode: string | undefined,
  rules: readonly string[],
  call: string,
  options: Partial<PolicySource> = {},
): Decision {
  const file = parseRulesFile(rules.join('\n'))
  if (file.errors.length > 0) throw new Error(JSON.stringify(file.errors))
  const layers = [layerOfRulesFile('user', file), ...(options.layers ?? [])]
  const policy = compilePolicy({
    builtins: false,
    ...options,
    layers,
    ...(mode === undefined ? {} : { mode }),
  })
  return decide(readCallText(call, PLACE), policy)
}
