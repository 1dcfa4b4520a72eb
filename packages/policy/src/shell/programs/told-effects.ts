import type { Trait } from '../part.ts'
import { commandsOf } from './known-commands.ts'
import { FETCHES, FROM_ADDRESS, PLANTS, PUBLISHES, SECRETS, SENDS, SERVES } from './told-lists.ts'

/** What a command does beyond what its table says. `~/` is the home. */
export type Told =
  | { readonly kind: 'trait'; readonly trait: Trait }
  | { readonly kind: 'writes'; readonly path: string }

const trait = (name: Trait): Told => ({ kind: 'trait', trait: name })

/** Gets something from the network. */
export const fetches = commandsOf<true>([[true, FETCHES]])

/** Prints what a service answers. */
export const serves = commandsOf<true>([[true, SERVES]])

/** What is told of a command by its words alone. */
export const toldOf = commandsOf<Told>([
  [trait('shows-secrets'), SECRETS],
  [trait('install-from-address'), FROM_ADDRESS],
  [trait('send-files'), SENDS],
  [trait('publish'), PUBLISHES],
  ...PLANTS.map(([path, list, open]) => [{ kind: 'writes', path }, list, open] as const),
])
