import { z } from 'zod'
import { defineRoute } from '../../contract.ts'
import { Instant } from '../../ids.ts'
import { Done } from '../../common.ts'
import { GrantId, One, RunId, VersionHash, WorkflowId } from './common.ts'

export const GrantView = z.object({
  id: GrantId,
  workflow_id: WorkflowId,
  workflow_name: z.string(),
  hash: VersionHash,
  /** Null: it holds for every run of the version. */
  run_id: RunId.nullable(),
  rules: z.array(z.object({ node: z.string(), rule: z.string() })).readonly(),
  by: z.string(),
  at: Instant,
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
})
export type GrantView = z.infer<typeof GrantView>

/** What people allowed versions and runs to do without asking. */
export const grantRoutes = {
  grants: defineRoute({
    method: 'GET',
    path: '/api/workflow-grants',
    needs: 'read',
    about: 'what people allowed versions and runs to do without asking',
    query: z.object({ workflow_id: WorkflowId.exactOptional() }),
    reply: z.object({ grants: z.array(GrantView).readonly() }),
  }),
  revokeGrant: defineRoute({
    method: 'DELETE',
    path: '/api/workflow-grants/:id',
    needs: 'person',
    about: 'takes a grant back: it holds for no call from now on',
    params: One,
    reply: Done,
  }),
}
