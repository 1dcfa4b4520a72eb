/** Most characters that one call can write. */
export const WRITE_LIMIT = 2_000_000

/** What all tools have in common that give a file of the workspace a content, whether it is there already or not. */
export const PUT = {
  category: 'write',
  destructive: false,
  editSafe: true,
  capability: 'workspace_write',
  specifier: { kind: 'path', template: '{path}' },
  // Each looks with `verifyPut` whether a call that was cut off was done.
  repeat: 'idempotent',
  parallelSafe: false,
  limits: ['2,000,000 characters'],
  lock: 'files',
} as const
