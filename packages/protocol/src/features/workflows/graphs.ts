import { z } from 'zod'
import { CallCategory, Verdict } from '../../calls.ts'
import { defineRoute } from '../../contract.ts'
import { Instant } from '../../ids.ts'
import { PermissionMode } from '../../views.ts'
import { Done } from '../../common.ts'
import { GRAPH_LIMIT, GraphJson, One, RunId, SecretName, Values, VersionHash, WorkflowId } from './common.ts'

/** Why a graph does not compile, and what would fit instead. */
export const GraphProblem = z.object({
  code: z.string(),
  message: z.string(),
  node: z.string().optional(),
  port: z.string().optional(),
  fits: z.array(z.string()).readonly().optional(),
})
export type GraphProblem = z.infer<typeof GraphProblem>

/** The possible effect of one tool node of a graph. */
export const NodeEffect = z.object({
  /** Its id, preceded by the ids of the nodes whose bodies contain it: `each/save`. */
  node: z.string(),
  title: z.string(),
  tool: z.string(),
  category: CallCategory,
  /** `maybe`: some of its calls, depending on their arguments. */
  destructive: z.enum(['no', 'maybe', 'yes']),
  /** How much of it the graph fixes. `exact`: these texts; `bounds`: anything that matches one of them; `anything`: nothing is fixed. */
  reach: z.enum(['exact', 'bounds', 'anything']),
  specifiers: z.array(z.string()).readonly(),
  /** Sources of outside text that can decide what it does: `web`, `webhook`, `mcp`, `model`. */
  outside: z.array(z.string()).readonly(),
  /** Where text from files, collections and secrets goes. */
  flows: z.array(z.string()).readonly(),
  /** It is in a loop, so it may run many times. */
  repeats: z.boolean(),
  /** The graph retries it, although a second try may do it twice. */
  again: z.boolean(),
  secrets: z.array(SecretName).readonly(),
  /** A model other than the chat's that receives text. */
  model: z.string().nullable(),
})
export type NodeEffect = z.infer<typeof NodeEffect>

/** The possible effects of a version, before anything runs. */
export const ManifestView = z.object({
  effects: z.array(NodeEffect).readonly(),
  /** Secrets that it names and nobody has saved. */
  missing_secrets: z.array(SecretName).readonly(),
})
export type ManifestView = z.infer<typeof ManifestView>

/** What the gate would decide about each effect now. `unknown`: its specifier comes from another node. */
export const PlannedNode = z.object({
  node: z.string(),
  tool: z.string(),
  specifier: z.string().nullable(),
  verdict: z.enum([...Verdict.options, 'unknown']),
  why: z.string(),
  /** How many of its calls in a list are known; the verdict is the strictest of them. Absent: it is in no body, or nothing is known. */
  items: z.number().int().optional(),
})
export type PlannedNode = z.infer<typeof PlannedNode>

/** An effect of a version over the record of a run. `new`: the run did not make it; `gone`: only the run did; `other`: with other arguments. */
export const ReplayedEffect = z.object({
  kind: z.enum(['same', 'new', 'gone', 'other']),
  node: z.string(),
  /** Which item, for a node inside a body: `3`, `3/0`; null: it is not in a body. */
  item: z.string().nullable(),
  tool: z.string(),
  specifier: z.string(),
  /** What the run did instead; null: the same, or nothing. */
  before: z.string().nullable(),
  /** What the gate would decide now; null: it is gone. */
  verdict: Verdict.nullable(),
  why: z.string(),
})
export type ReplayedEffect = z.infer<typeof ReplayedEffect>

export const ReplayedRun = z.object({
  run_id: RunId,
  at: Instant,
  /** Effects that are new, gone or other, or that would not simply run. */
  effects: z.array(ReplayedEffect).readonly(),
  /** How many others are the same and would run. */
  same: z.number().int(),
  /** There are more effects than are listed. */
  more: z.boolean(),
  /** A new call has no result in the record, so what follows it is not known. */
  open: z.boolean(),
  failed: z.string().nullable(),
})
export type ReplayedRun = z.infer<typeof ReplayedRun>

export const InputView = z.object({
  name: z.string(),
  schema: z.record(z.string(), z.unknown()),
  required: z.boolean(),
  standard: z.unknown().optional(),
  about: z.string().optional(),
})
export type InputView = z.infer<typeof InputView>

export const WorkflowSummary = z.object({
  id: WorkflowId,
  name: z.string(),
  /** The version that runs use by default; null: nothing was saved yet. */
  head: VersionHash.nullable(),
  /** The draft differs from the head. */
  changed: z.boolean(),
  updated_at: Instant,
  last_run: z.object({ id: RunId, state: z.string(), at: Instant }).nullable(),
  triggers: z.number().int(),
})
export type WorkflowSummary = z.infer<typeof WorkflowSummary>

export const WorkflowView = z.object({
  ...WorkflowSummary.shape,
  draft: GraphJson,
  /** Counts the changes to the draft: a save names the count it is based on. */
  draft_base: z.number().int(),
  /** What prevents saving the draft as a version. Empty: nothing. */
  problems: z.array(GraphProblem).readonly(),
  /** Hash of the draft, if it compiles. */
  hash: VersionHash.nullable(),
  inputs: z.array(InputView).readonly(),
  manifest: ManifestView.nullable(),
})
export type WorkflowView = z.infer<typeof WorkflowView>

export const VersionView = z.object({
  hash: VersionHash,
  parent: VersionHash.nullable(),
  message: z.string(),
  by: z.string(),
  at: Instant,
})
export type VersionView = z.infer<typeof VersionView>

/** How two graphs differ, starting with what the second may do that the first could not. */
export const GraphDiff = z.object({
  effects_added: z.array(NodeEffect).readonly(),
  effects_removed: z.array(NodeEffect).readonly(),
  nodes: z
    .array(
      z.object({
        node: z.string(),
        change: z.enum(['added', 'removed', 'changed']),
        fields: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  edges: z.array(z.object({ edge: z.string(), change: z.enum(['added', 'removed']) })).readonly(),
})
export type GraphDiff = z.infer<typeof GraphDiff>

/** The result of a graph's test. */
export const TestReportView = z.object({
  name: z.string(),
  passed: z.boolean(),
  problems: z.array(z.string()).readonly(),
  calls: z.array(z.object({ node: z.string(), specifier: z.string() })).readonly(),
})
export type TestReportView = z.infer<typeof TestReportView>

const Name = z.string().trim().min(1).max(200)
const Workflow = z.object({ workflow: WorkflowView })
const limit = GRAPH_LIMIT * 2

/** Workflows: their drafts and versions, and what these would do. */
export const graphRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/workflows',
    needs: 'read',
    about: 'your workflows, most recently changed first',
    query: z.object({ query: z.string().max(200).exactOptional() }),
    reply: z.object({ workflows: z.array(WorkflowSummary).readonly() }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/api/workflows',
    needs: 'person',
    about: 'creates a workflow with a draft; without `graph`, an empty one',
    body: z.object({ name: Name, graph: GraphJson.optional() }),
    limit,
    reply: Workflow,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/api/workflows/:id',
    needs: 'read',
    about: 'one workflow: its draft, its problems, and what it may do',
    params: One,
    reply: Workflow,
  }),
  saveDraft: defineRoute({
    method: 'PUT',
    path: '/api/workflows/:id/draft',
    needs: 'person',
    about: 'saves the draft; `409` with code `conflict` if the draft has changed since `base`',
    params: One,
    body: z.object({ graph: GraphJson, base: z.number().int().nonnegative() }),
    limit,
    reply: Workflow,
  }),
  rename: defineRoute({
    method: 'PATCH',
    path: '/api/workflows/:id',
    needs: 'person',
    about: 'renames a workflow',
    params: One,
    body: z.object({ name: Name }),
    reply: Workflow,
  }),
  saveVersion: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/versions',
    needs: 'person',
    about: 'saves the draft as a version, which becomes the head; refused if it does not compile',
    params: One,
    body: z.object({ message: z.string().max(1000), base: z.number().int().nonnegative() }),
    reply: z.object({ version: VersionView, workflow: WorkflowView }),
  }),
  duplicate: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/duplicate',
    needs: 'person',
    about: 'copies a workflow: the copy has its own draft, and no versions, triggers or grants',
    params: One,
    body: z.object({ name: Name.optional() }),
    reply: Workflow,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/workflows/:id',
    needs: 'person',
    about: 'deletes a workflow with its triggers and grants; audit rows stay',
    params: One,
    reply: Done,
  }),
  versions: defineRoute({
    method: 'GET',
    path: '/api/workflows/:id/versions',
    needs: 'read',
    about: 'its saved versions, newest first',
    params: One,
    reply: z.object({ versions: z.array(VersionView).readonly() }),
  }),
  version: defineRoute({
    method: 'GET',
    path: '/api/workflows/:id/versions/:hash',
    needs: 'read',
    about: 'a version’s graph',
    params: One.extend({ hash: z.string().max(64) }),
    reply: z.object({ version: VersionView, graph: GraphJson, manifest: ManifestView }),
  }),
  graph: defineRoute({
    method: 'GET',
    path: '/api/workflow-graphs/:hash',
    needs: 'read',
    about: 'a graph by its hash: one that `build_workflow` made, or a version of any of your workflows',
    params: z.object({ hash: z.string().max(64) }),
    reply: z.object({ hash: VersionHash, graph: GraphJson }),
  }),
  diff: defineRoute({
    method: 'GET',
    path: '/api/workflows/:id/diff',
    needs: 'read',
    about: 'how two versions differ; without `to`, the draft is compared',
    params: One,
    query: z.object({ from: VersionHash, to: VersionHash.exactOptional() }),
    reply: z.object({ diff: GraphDiff }),
  }),
  check: defineRoute({
    method: 'POST',
    path: '/api/workflows/check',
    needs: 'read',
    about: 'compiles a graph: its problems, its hash, and what it may do; stores nothing',
    body: z.object({ graph: GraphJson }),
    limit,
    reply: z.object({
      problems: z.array(GraphProblem).readonly(),
      hash: VersionHash.nullable(),
      manifest: ManifestView.nullable(),
      inputs: z.array(InputView).readonly(),
    }),
  }),
  plan: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/plan',
    needs: 'read',
    about: 'what the policy would decide about each effect now, in this mode; nothing runs',
    params: One,
    body: z.object({
      /** Absent: the head. `draft`: the current draft. */
      hash: z.union([VersionHash, z.literal('draft')]).optional(),
      inputs: Values,
      mode: PermissionMode.optional(),
    }),
    reply: z.object({ hash: VersionHash, nodes: z.array(PlannedNode).readonly() }),
  }),
  replay: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/replay',
    needs: 'read',
    about:
      'plans a version over the record of the last runs: which effects would be new, gone or different, and which would ask; nothing runs but code nodes',
    params: One,
    body: z.object({
      /** Absent: the head. `draft`: the current draft. */
      hash: z.union([VersionHash, z.literal('draft')]).optional(),
      /** How many of the last runs. */
      runs: z.number().int().min(1).max(20).default(5),
      mode: PermissionMode.optional(),
    }),
    reply: z.object({ hash: VersionHash, runs: z.array(ReplayedRun).readonly() }),
  }),
  test: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/tests',
    needs: 'read',
    about: 'runs the draft’s tests: calls return their stubs, nothing has an effect',
    params: One,
    reply: z.object({ tests: z.array(TestReportView).readonly() }),
  }),
}
