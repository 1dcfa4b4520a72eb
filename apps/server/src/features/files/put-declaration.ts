/** Most characters that one call can write. */
export const WRITE_LIMIT = 2_000_000

/** The common facts of tools that write a workspace file, whether it exists or not. */
export const PUT = {
  category: 'write',
  destructive: false,
  editSafe: true,
  capability: 'workspace_write',
  specifier: { kind: 'path', template: '{path}' },
  // `verifyPut` checks whether a call that was cut off was done.
  repeat: 'idempotent',
  parallelSafe: false,
  limits: ['2,000,000 characters'],
  lock: 'files',
} as const
