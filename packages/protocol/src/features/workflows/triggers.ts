import { z } from 'zod'
import { defineRoute } from '../../contract.ts'
import { Instant } from '../../ids.ts'
import { PermissionMode } from '../../views.ts'
import { Done } from '../../common.ts'
import { One, RunId, TriggerId, Values, VersionHash, WorkflowId } from './common.ts'

/** When a run begins by itself. */
export const TriggerWhen = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('schedule'),
    /** Five or six fields. Either this or `every`. */
    cron: z.string().max(200).optional(),
    /** Seconds from one time to the next, counted from the last time. */
    every: z.number().int().min(10).max(31_536_000).optional(),
    time_zone: z.string().max(100).default('UTC'),
    /** Times that passed while the server was off: one run, none, or each of them, up to ten. */
    missed: z.enum(['once', 'none', 'all']).default('once'),
  }),
  z.object({ kind: z.literal('webhook') }),
  z.object({
    kind: z.literal('file_change'),
    folder: z.string().min(1).max(4096),
    globs: z.array(z.string().min(1).max(1000)).min(1).max(50),
  }),
  z.object({
    kind: z.literal('other_run'),
    workflow_id: WorkflowId,
    after: z.enum(['done', 'failed', 'both']),
  }),
])
export type TriggerWhen = z.infer<typeof TriggerWhen>

export const TriggerView = z.object({
  id: TriggerId,
  workflow_id: WorkflowId,
  hash: VersionHash,
  when: TriggerWhen,
  inputs: Values,
  mode: PermissionMode,
  /** A run of this trigger still works: no new one, one that waits, or both at once. */
  overlap: z.enum(['skip', 'queue', 'parallel']),
  paused: z.boolean(),
  /** Why it is paused, in words; null: it is not, or a person paused it. */
  why_paused: z.string().nullable(),
  failures: z.number().int(),
  next_at: Instant.nullable(),
  last_at: Instant.nullable(),
  /** Of a webhook: where it is called. */
  address: z.string().nullable(),
})
export type TriggerView = z.infer<typeof TriggerView>

/** What starts runs without a person, and what wakes them from outside. */
export const triggerRoutes = {
  triggers: defineRoute({
    method: 'GET',
    path: '/api/triggers',
    needs: 'read',
    about: 'what starts runs by itself',
    query: z.object({ workflow_id: WorkflowId.exactOptional() }),
    reply: z.object({
      triggers: z.array(TriggerView).readonly(),
      /** A person paused everything. */
      all_paused: z.boolean(),
    }),
  }),
  addTrigger: defineRoute({
    method: 'POST',
    path: '/api/triggers',
    needs: 'person',
    about: 'adds a trigger for one version; `secret` of a webhook is shown this once',
    body: z.object({
      workflow_id: WorkflowId,
      hash: VersionHash,
      when: TriggerWhen,
      inputs: Values.default({}),
      mode: PermissionMode.default('default'),
      overlap: z.enum(['skip', 'queue', 'parallel']).default('skip'),
    }),
    reply: z.object({ trigger: TriggerView, secret: z.string().nullable() }),
  }),
  changeTrigger: defineRoute({
    method: 'PATCH',
    path: '/api/triggers/:id',
    needs: 'person',
    about: 'pauses a trigger, lets it go on, or changes it; `hash` promotes another version',
    params: One,
    body: z.object({
      paused: z.boolean().optional(),
      hash: VersionHash.optional(),
      inputs: Values.optional(),
      mode: PermissionMode.optional(),
      overlap: z.enum(['skip', 'queue', 'parallel']).optional(),
      when: TriggerWhen.optional(),
    }),
    reply: z.object({ trigger: TriggerView }),
  }),
  removeTrigger: defineRoute({
    method: 'DELETE',
    path: '/api/triggers/:id',
    needs: 'person',
    about: 'removes a trigger',
    params: One,
    reply: Done,
  }),
  pauseAll: defineRoute({
    method: 'PUT',
    path: '/api/triggers/paused',
    needs: 'person',
    about:
      'pauses everything: no trigger starts a run, and runs that work are stopped; or lets triggers go on',
    body: z.object({ paused: z.boolean() }),
    reply: z.object({ all_paused: z.boolean() }),
  }),
  hook: defineRoute({
    method: 'POST',
    path: '/hooks/:id',
    needs: 'open',
    about: 'starts a run by a webhook; signed with its secret, once, within five minutes',
    params: One,
    raw: true,
    limit: 1_000_000,
    reply: z.object({ run_id: RunId }),
  }),
  signal: defineRoute({
    method: 'POST',
    path: '/signals/:token',
    needs: 'open',
    about: 'wakes a run that waits for a signal; whoever has its token may, once',
    params: z.object({ token: z.string().max(64) }),
    raw: true,
    limit: 1_000_000,
    reply: Done,
  }),
}
