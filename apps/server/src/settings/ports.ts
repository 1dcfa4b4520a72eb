import type { UserId } from '@countersign/protocol'
import type { NoteKind } from '../audit/chain.ts'

/** Who changed what, for the audit: written with the change or not at all. Holds no secret. */
export interface Note {
  readonly user: UserId
  readonly kind: NoteKind
  readonly data: Readonly<Record<string, unknown>>
}

/** Name of the setting of a thread that holds what a person gave to the chat and took from it. */
export const CAPABILITIES_SETTING = 'capabilities'

/** Settings by scope (a person, or `workspace`) and name, durably. Values are JSON; whoever reads one checks it. */
export interface SettingsStore {
  /** Undefined: not set. */
  get(scope: string, name: string): Promise<unknown>
  all(scope: string): Promise<ReadonlyMap<string, unknown>>
  set(scope: string, name: string, value: unknown, note?: Note): Promise<void>
  /** False: it was not set. */
  remove(scope: string, name: string, note?: Note): Promise<boolean>
}

/** Name of the setting of the server that keeps every trigger of workflows from starting anything. */
export const TRIGGERS_PAUSED = 'triggers_paused'

/** Scope of what all people of this server share. */
export const WORKSPACE_SCOPE = 'workspace'
