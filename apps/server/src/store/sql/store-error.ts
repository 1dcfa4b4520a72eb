/** Why the store cannot be opened. `message` is for people: what is wrong and what to do next. */
export interface StoreError {
  readonly code:
    | 'no_binaries'
    | 'not_writable'
    | 'no_user'
    | 'busy'
    | 'init_failed'
    | 'start_failed'
    | 'other_major'
    | 'data_missing'
    | 'unreachable'
    | 'too_old'
    | 'newer_schema'
    | 'migration_failed'
    | 'bad_backup'
    | 'not_empty'
    | 'not_written'
  readonly message: string
  readonly cause?: unknown
}

/** Text of anything that was thrown. */
export function causeText(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(causeText).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

/** `ENOENT`, `57P03`…: the code of a system or database error, if any. */
export function codeOf(cause: unknown): string | undefined {
  if (cause instanceof AggregateError) return cause.errors.map(codeOf).find((code) => code !== undefined)
  if (!(cause instanceof Error) || !('code' in cause)) return undefined
  return typeof cause.code === 'string' ? cause.code : undefined
}
