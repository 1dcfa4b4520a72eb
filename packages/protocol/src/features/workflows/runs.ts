import { z } from 'zod'
import { UndoView } from '../../calls.ts'
import { defineRoute } from '../../contract.ts'
import { CallId, Instant, ThreadId, TurnId } from '../../ids.ts'
import { PermissionMode } from '../../views.ts'
import { Done } from '../../common.ts'
import { GrantSeconds, GraphJson, One, RunId, TriggerId, Values, VersionHash, WorkflowId } from './common.ts'
import { WorkflowSummary } from './graphs.ts'

export const RunState = z.enum(['queued', 'running', 'waiting', 'sleeping', 'done', 'failed', 'cancelled'])
export type RunState = z.infer<typeof RunState>

/** `waiting`: for a person. `sleeping`: for a time or a signal. `reused`: its outputs come from an earlier run. */
export const NodeState = z.enum([
  'idle',
  'running',
  'waiting',
  'sleeping',
  'interrupted',
  'done',
  'reused',
  'skipped',
  'failed',
  'cancelled',
])
export type NodeState = z.infer<typeof NodeState>

export const NodeStateView = z.object({
  node: z.string(),
  /** Which item, for a node inside a body: `3`, `3/0`; null: it is not in a body. */
  item: z.string().nullable(),
  state: NodeState,
  /** Milliseconds from start to end. */
  ms: z.number().nullable(),
  /** How often it was tried. */
  tries: z.number().int(),
  /** Its last call, if it is a tool. */
  call_id: CallId.nullable(),
  /** The beginning of its outputs as JSON, or of its error. */
  preview: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** When it started, as closely as the run's record tells. Absent in events. */
  began_at: Instant.optional(),
})
export type NodeStateView = z.infer<typeof NodeStateView>

export const RunSummary = z.object({
  id: RunId,
  workflow_id: WorkflowId,
  workflow_name: z.string(),
  hash: VersionHash,
  state: RunState,
  /** What started it. */
  started_by: z.enum(['person', 'chat', 'schedule', 'webhook', 'file_change', 'other_run']),
  trigger_id: TriggerId.nullable(),
  thread_id: ThreadId,
  turn_id: TurnId.nullable(),
  call_id: CallId,
  mode: PermissionMode,
  started_at: Instant,
  ended_at: Instant.nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      node: z.string().nullable(),
      item: z.string().nullable(),
    })
    .nullable(),
})
export type RunSummary = z.infer<typeof RunSummary>

export const RunView = z.object({
  ...RunSummary.shape,
  /** It was open in a restored backup, and waits until a person resumes it. */
  held: z.boolean(),
  inputs: Values,
  outputs: Values.nullable(),
  graph: GraphJson,
  nodes: z.array(NodeStateView).readonly(),
  /** There are more items than are listed. */
  more: z.boolean(),
})
export type RunView = z.infer<typeof RunView>

/** Events of the topics `run:ID` and `workflow:ID`. */
export const WorkflowEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run_updated'), run: RunSummary }),
  /** Batched: at most 20 a second for one run. */
  z.object({ type: z.literal('node_updated'), run_id: RunId, nodes: z.array(NodeStateView).readonly() }),
  z.object({ type: z.literal('workflow_updated'), workflow: WorkflowSummary }),
])
export type WorkflowEvent = z.infer<typeof WorkflowEvent>

const Run = z.object({ run: RunView })

/** Runs of a version or a draft. */
export const runRoutes = {
  start: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/runs',
    needs: 'person',
    about: 'runs a version, or the draft as an unnamed version; each effect asks when it is reached',
    params: One,
    body: z.object({
      /** Absent: the head. `draft`: the current draft. */
      version: z.union([VersionHash, z.literal('draft')]).optional(),
      inputs: Values,
      mode: PermissionMode.optional(),
      /** Absent: the folder for new threads. */
      workspace: z.string().max(4096).optional(),
      /** All nodes before this one take their outputs from `run_id`. */
      from_node: z.string().max(200).optional(),
      run_id: RunId.optional(),
      /** Allows the effects in the manifest, for this run or for every run of this version. */
      grant: z.enum(['run', 'version']).optional(),
      /** With `grant`: seconds after which it ends. Absent: it lasts until somebody revokes it. */
      grant_seconds: GrantSeconds.optional(),
    }),
    reply: Run,
  }),
  runs: defineRoute({
    method: 'GET',
    path: '/api/runs',
    needs: 'read',
    about: 'runs, newest first; `before` returns the next page',
    query: z.object({
      workflow_id: WorkflowId.exactOptional(),
      state: RunState.exactOptional(),
      before: z.string().max(80).exactOptional(),
    }),
    reply: z.object({ runs: z.array(RunSummary).readonly(), next: z.string().nullable() }),
  }),
  run: defineRoute({
    method: 'GET',
    path: '/api/runs/:id',
    needs: 'read',
    about: 'one run with the states of its nodes',
    params: One,
    reply: Run,
  }),
  value: defineRoute({
    method: 'GET',
    path: '/api/runs/:id/values',
    needs: 'read',
    about: 'inputs and outputs of one node of a run, masked',
    params: One,
    query: z.object({ node: z.string().max(400), item: z.string().max(200).exactOptional() }),
    reply: z.object({ inputs: Values.nullable(), outputs: Values.nullable() }),
  }),
  stop: defineRoute({
    method: 'POST',
    path: '/api/runs/:id/stop',
    needs: 'propose',
    about: 'stops a run; what it did stays',
    params: One,
    reply: Done,
  }),
  resume: defineRoute({
    method: 'POST',
    path: '/api/runs/:id/resume',
    needs: 'person',
    about: 'resumes a run that was open in a restored backup',
    params: One,
    reply: Done,
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/api/runs/:id/undo',
    needs: 'person',
    about: 'restores the files that a run’s calls changed',
    params: One,
    body: z.object({ dry_run: z.boolean().optional(), skip_conflicts: z.boolean().optional() }),
    reply: z.object({ undo: UndoView }),
  }),
  settle: defineRoute({
    method: 'POST',
    path: '/api/runs/:id/settle',
    needs: 'person',
    about:
      'settles a node that a crash interrupted: `done` takes its output, `not_done` goes to the error port, `again` tries it again in the run',
    params: One,
    body: z.object({
      tool_call_id: CallId,
      how: z.enum(['done', 'not_done', 'again']),
      output: Values.optional(),
      /** Hash of the arguments that the person saw. */
      hash: z.string().max(128),
    }),
    reply: Done,
  }),
}
