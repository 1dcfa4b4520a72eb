/** Settings by scope (a person, or `workspace`) and name, durably. Values are JSON; whoever reads one checks it. */
export interface SettingsStore {
  /** Undefined: not set. */
  get(scope: string, name: string): Promise<unknown>
  all(scope: string): Promise<ReadonlyMap<string, unknown>>
  set(scope: string, name: string, value: unknown): Promise<void>
  /** False: it was not set. */
  remove(scope: string, name: string): Promise<boolean>
}

/** Scope of what all people of this server share. */
export const WORKSPACE_SCOPE = 'workspace'
