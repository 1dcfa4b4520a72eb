/** Samples of one feature: a file in `samples` exports them as `samples`. */
export interface FeatureSamples {
  /** A complete message for every command, with each of its keys but `request_id`. */
  readonly commands?: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[]
  /** A complete body for every route that takes one, by method and path as the contract spells it. */
  readonly bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** For a route that accepts only certain parameter values: part of its path, and the same part filled in. */
  readonly params?: Readonly<Record<string, string>>
}

export const thread_id = 'thr_a'
export const tool_call_id = 'call_a'
export const hash = 'a'.repeat(64)
export const undo = { dry_run: true, skip_conflicts: false }
