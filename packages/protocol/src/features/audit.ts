import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { Instant } from '../ids.ts'

const Head = z.object({ seq: z.number(), hash: z.string() })

/** An audit row. `body` is the exact text that was hashed. */
export const AuditRowView = z.object({
  chain: z.string(),
  seq: z.number(),
  at: Instant,
  kind: z.string(),
  callId: z.string().nullable(),
  body: z.string(),
  prev: z.string(),
  hash: z.string(),
  /** Its position across all chains. */
  place: z.number(),
})
export type AuditRowView = z.infer<typeof AuditRowView>

export const VerificationView = z.object({
  ok: z.boolean(),
  rows: z.number(),
  chains: z.number(),
  /** The head of the workspace's chain, to store elsewhere. */
  head: Head,
  problems: z
    .array(z.object({ kind: z.string(), chain: z.string(), seq: z.number(), message: z.string() }))
    .readonly(),
})
export type VerificationView = z.infer<typeof VerificationView>

const count = z.coerce.number().int()

/** The audit log, and a copy of everything. */
export const auditRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/audit',
    needs: 'read',
    about: 'audit rows',
    query: z.object({
      chain: z.string().max(100).optional(),
      call: z.string().max(100).optional(),
      after: count.nonnegative().optional(),
      limit: count.min(1).max(1000).optional(),
      /** Newest first, over all chains; `before` is the position of the last row of the previous page. */
      newest: z.enum(['true']).optional(),
      before: count.positive().optional(),
      /** Oldest first, over all chains: rows after the position of the last row of the previous page; 0 begins. */
      after_place: count.nonnegative().optional(),
      rule: z.string().max(100).optional(),
    }),
    reply: z.object({ rows: z.array(AuditRowView).readonly() }),
  }),
  verify: defineRoute({
    method: 'GET',
    path: '/api/audit/verify',
    needs: 'read',
    about: 'proves that no row was changed, removed or inserted',
    reply: z.object({ verification: VerificationView, heads: z.array(Head).readonly() }),
  }),
  backup: defineRoute({
    method: 'POST',
    path: '/api/backup',
    needs: 'person',
    about: 'writes a backup file on the server',
    body: z.object({ file: z.string().min(1).max(4096) }),
    reply: z.object({ backup: z.unknown() }),
  }),
}
