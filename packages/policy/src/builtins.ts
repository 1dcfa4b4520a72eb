import type { Place } from './model/call.ts'
import type { Trait } from './model/part.ts'
import { isSecret } from './secrets.ts'
import type { BuiltinName } from './model/builtin-name.ts'
import type { BuiltinTag } from './model/subject.ts'

/** The built-ins of the shipped layer: named ask rules that a person can switch off or give exceptions to (SPEC P17). */
export const BUILTIN_NAMES: readonly BuiltinName[] = [
  '@secrets',
  '@pipe-to-shell',
  '@send-files',
  '@publish',
  '@install-from-address',
  '@submit',
  '@download',
  '@upload',
]

/** Built-ins whose exceptions name an address: actions of a browser on a page. */
export const ADDRESS_BUILTINS: ReadonlySet<string> = new Set<BuiltinName>(['@submit', '@download', '@upload'])

export function isBuiltinName(text: string): text is BuiltinName {
  return BUILTIN_NAMES.some((name) => name === text)
}

/** The built-in that covers each trait of a program; a download alone needs none. */
const OF_TRAIT: Readonly<Record<Trait, BuiltinName | undefined>> = {
  'send-files': '@send-files',
  publish: '@publish',
  'install-from-address': '@install-from-address',
  'runs-download': '@pipe-to-shell',
  'shows-secrets': '@secrets',
  download: undefined,
}

/** The built-ins that apply to a command, by its traits. */
export function builtinsOfTraits(traits: readonly Trait[], target: string): readonly BuiltinTag[] {
  if (traits.length === 0) return NONE
  return traits.flatMap((trait) => {
    const name = OF_TRAIT[trait]
    return name === undefined ? [] : [{ name, target }]
  })
}

const NONE: readonly BuiltinTag[] = []

/** `@secrets` when the path is a well-known secret. */
export function builtinsOfPath(path: string, place: Place): readonly BuiltinTag[] {
  return isSecret(path, place) ? [{ name: '@secrets', target: path }] : NONE
}
