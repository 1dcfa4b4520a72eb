import { z } from 'zod'

/** Tables of a backup, in the order in which they can be filled. Processes are not in it: they are of this moment. */
export const BACKUP_TABLES = [
  'threads',
  'turns',
  'steps',
  'messages',
  'calls',
  'approvals',
  'rules',
  'audit',
  'audit_heads',
  'settings',
  'outbox',
] as const
export type BackupTable = (typeof BACKUP_TABLES)[number]

/**
 * A backup is lines of JSON, compressed: a header, then every row as a list of texts in the database's own notation (so nothing is rounded or
 * rewritten), then a footer with the number of rows and the hash of everything before it.
 */
export const Header = z.object({
  kind: z.literal('countersign_backup'),
  format: z.literal(1),
  schema: z.number().int().positive(),
  made_at: z.string(),
  columns: z.record(z.string(), z.array(z.string())),
  /** Heads of the audit that were noted beside the database. */
  heads: z.array(z.object({ seq: z.number(), hash: z.string() })),
})
export type Header = z.infer<typeof Header>

export const Row = z.object({ t: z.enum(BACKUP_TABLES), r: z.array(z.string().nullable()) })

export const Footer = z.object({ kind: z.literal('end'), rows: z.number().int(), sha256: z.string() })

/** Name of the workspace's setting that says that calls of a restored backup are still to be looked after. */
export const RESTORED = 'restored'

/** What a backup holds, in figures. */
export interface BackupFacts {
  readonly rows: number
  readonly schema: number
}
