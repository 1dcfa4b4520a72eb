import { z } from 'zod'

/**
 * A backup is compressed lines of JSON: a header, then every row as a list of texts in the database's own notation (so nothing is rounded
 * or rewritten), then files of features by content hash, then a footer with the number of rows and the hash of everything before it.
 */
export const Header = z.object({
  kind: z.literal('countersign_backup'),
  /** Two: content-addressed files follow the rows. */
  format: z.union([z.literal(1), z.literal(2)]),
  schema: z.number().int().positive(),
  /** Schema versions of the other features. */
  features: z.record(z.string(), z.number().int().positive()).optional(),
  made_at: z.string(),
  columns: z.record(z.string(), z.array(z.string())),
  /** Heads of the audit log that were noted next to the database. */
  heads: z.array(z.object({ seq: z.number(), hash: z.string() })),
})
export type Header = z.infer<typeof Header>

export const Row = z.object({ t: z.string(), r: z.array(z.string().nullable()) })

export const ContentLine = z.object({ f: z.string(), h: z.string(), b: z.base64() })

export const Footer = z.object({ kind: z.literal('end'), rows: z.number().int(), sha256: z.string() })

/** The workspace setting which says that calls of a restored backup must still be settled. */
export const RESTORED = 'restored'

/** A file of a feature: its folder, the content hash, and the content. */
export interface BackedUpFile {
  readonly folder: string
  readonly hash: string
  readonly bytes: Buffer
}

/** How many rows a backup has, and its schema version. */
export interface BackupFacts {
  readonly rows: number
  readonly schema: number
}
