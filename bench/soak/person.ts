import type { Client } from '../fleet/client.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Chance } from '../fleet/random.ts'

/** What people make once and use again and again. */
export interface House {
  workflow?: string | undefined
  collection?: string | undefined
}

/** What people did, by name. */
export type Deeds = Map<string, number>

export interface Person {
  readonly client: Client
  readonly fleet: Fleet
  readonly random: Chance
  readonly deeds: Deeds
  /** The same for all of them. */
  readonly house: House
  /** A name for a turn that no other has. */
  newName(): string
}
