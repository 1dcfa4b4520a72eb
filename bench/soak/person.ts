import type { Client } from '../fleet/client.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Chance } from '../fleet/random.ts'

/** Objects that people create once and reuse. */
export interface House {
  workflow?: string | undefined
  collection?: string | undefined
  /** Resolves when the plugin is installed; false: a server died meanwhile. */
  plugin?: Promise<boolean> | undefined
  /** How many terminals were opened. */
  terminals: number
  /** Lines that were typed into terminals and ran. */
  readonly typed: string[]
  /** Problems that people met, as sentences. */
  readonly wrong: string[]
}

/** Counts of people's actions, by name. */
export type Deeds = Map<string, number>

export interface Person {
  readonly client: Client
  readonly fleet: Fleet
  readonly random: Chance
  readonly deeds: Deeds
  /** Shared by all of them. */
  readonly house: House
  /** A unique name for a turn. */
  newName(): string
}
