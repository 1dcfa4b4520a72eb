import type { UserId } from '@countersign/protocol'
import type { NoteKind } from '../audit/chain.ts'

/** Who changed what, for the audit log: written in the same transaction as the change. Contains no secret. */
export interface Note {
  readonly user: UserId
  readonly kind: NoteKind
  readonly data: Readonly<Record<string, unknown>>
}

/** The thread setting with the capabilities that a person granted or withheld. */
export const CAPABILITIES_SETTING = 'capabilities'

/** Durable settings by scope (a person, or `workspace`) and name. Values are JSON; the reader validates them. */
export interface SettingsStore {
  /** Undefined: not set. */
  get(scope: string, name: string): Promise<unknown>
  all(scope: string): Promise<ReadonlyMap<string, unknown>>
  set(scope: string, name: string, value: unknown, note?: Note): Promise<void>
  /** Changes a value that is set. False: it is not set, and stays so. */
  replace(scope: string, name: string, value: unknown): Promise<boolean>
  /** False: it was not set. */
  remove(scope: string, name: string, note?: Note): Promise<boolean>
}

/** The server setting that prevents all workflow triggers from starting anything. */
export const TRIGGERS_PAUSED = 'triggers_paused'

/** Scope of settings that all people of this server share. */
export const WORKSPACE_SCOPE = 'workspace'
