import type { Trait } from '../../model/part.ts'
import { commandsOf } from './known-commands.ts'
import { FETCHES, FROM_ADDRESS, PLANTS, PUBLISHES, SECRETS, SENDS, SERVES } from './effect-lists.ts'

/** An effect of a command that its table does not list. `~/` is the home folder. */
export type WordEffect =
  | { readonly kind: 'trait'; readonly trait: Trait }
  | { readonly kind: 'writes'; readonly path: string }

const trait = (name: Trait): WordEffect => ({ kind: 'trait', trait: name })

/** Commands that download something. */
export const fetches = commandsOf<true>([[true, FETCHES]])

/** Commands that print the answer of a service. */
export const serves = commandsOf<true>([[true, SERVES]])

/** The effects that a command's words alone show. */
export const effectsByWords = commandsOf<WordEffect>([
  [trait('shows-secrets'), SECRETS],
  [trait('install-from-address'), FROM_ADDRESS],
  [trait('send-files'), SENDS],
  [trait('publish'), PUBLISHES],
  ...PLANTS.map(([path, list, open]) => [{ kind: 'writes', path }, list, open] as const),
])
