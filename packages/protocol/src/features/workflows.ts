import { z } from 'zod'
import { defineBody } from '../bodies.ts'
import { CallCategory, UndoView, Verdict } from '../calls.ts'
import { defineRoute } from '../contract.ts'
import { CallId, Instant, ThreadId, TurnId } from '../ids.ts'
import { PermissionMode } from '../views.ts'
import { Done } from './common.ts'

function prefixed(prefix: string) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{1,58}$`), `an id that starts with \`${prefix}_\``)
}

export const WorkflowId = prefixed('wf')
export const RunId = prefixed('run')
export const TriggerId = prefixed('trg')
const GrantId = prefixed('grt')
/** SHA-256 of a graph, by which a version is named: lower-case hex. */
export const VersionHash = z.string().regex(/^[0-9a-f]{64}$/, 'a hash of 64 hex digits')
/** A name that an input `{ "$secret": name }` gives. */
export const SecretName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,39}$/,
    'lowercase letters, digits, hyphens and underscores, starting with a letter, at most 40',
  )

/** Most bytes of a graph, as JSON. */
export const GRAPH_LIMIT = 1_000_000

/** A graph as `packages/workflow` defines it. The server reads it by that definition and says what is wrong, node by node. */
export const GraphJson = z.record(z.string(), z.unknown())
export type GraphJson = z.infer<typeof GraphJson>

/** Values by name: what a run gets and what it gives. */
const Values = z.record(z.string(), z.unknown())

/** Why a graph does not compile, and what would fit in its place. */
export const GraphProblem = z.object({
  code: z.string(),
  message: z.string(),
  node: z.string().optional(),
  port: z.string().optional(),
  fits: z.array(z.string()).readonly().optional(),
})
export type GraphProblem = z.infer<typeof GraphProblem>

/** What one tool node of a graph may do. */
export const NodeEffect = z.object({
  /** Its id, with the ids of the nodes whose bodies it is in before it: `each/save`. */
  node: z.string(),
  title: z.string(),
  tool: z.string(),
  category: CallCategory,
  /** `maybe`: some of its calls, by their arguments. */
  destructive: z.enum(['no', 'maybe', 'yes']),
  /** How much of it the graph fixes. `exact`: these texts; `bounds`: whatever fits one of them; `anything`: nothing is fixed. */
  reach: z.enum(['exact', 'bounds', 'anything']),
  specifiers: z.array(z.string()).readonly(),
  /** Where text from outside comes in that decides what it does: `web`, `webhook`, `mcp`, `model`. */
  outside: z.array(z.string()).readonly(),
  /** Where text from files, collections and secrets goes to. */
  flows: z.array(z.string()).readonly(),
  /** It stands in a loop, so it may run many times. */
  repeats: z.boolean(),
  /** The graph says that it is tried again though a second time may do it twice. */
  again: z.boolean(),
  secrets: z.array(SecretName).readonly(),
  /** Another model than the chat's, which gets text. */
  model: z.string().nullable(),
})
export type NodeEffect = z.infer<typeof NodeEffect>

/** What a version may do, before anything runs. */
export const ManifestView = z.object({
  effects: z.array(NodeEffect).readonly(),
  /** Secrets that it names and that nobody has saved. */
  missing_secrets: z.array(SecretName).readonly(),
})
export type ManifestView = z.infer<typeof ManifestView>

/** What policy would say of each effect now. `unknown`: its specifier comes from another node. */
export const PlannedNode = z.object({
  node: z.string(),
  tool: z.string(),
  specifier: z.string().nullable(),
  verdict: z.enum([...Verdict.options, 'unknown']),
  why: z.string(),
})
export type PlannedNode = z.infer<typeof PlannedNode>

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
  /** The version that a run without one gets; null: nothing was saved yet. */
  head: VersionHash.nullable(),
  /** The draft is not what the head is. */
  changed: z.boolean(),
  updated_at: Instant,
  last_run: z.object({ id: RunId, state: z.string(), at: Instant }).nullable(),
  triggers: z.number().int(),
})
export type WorkflowSummary = z.infer<typeof WorkflowSummary>

export const WorkflowView = z.object({
  ...WorkflowSummary.shape,
  draft: GraphJson,
  /** Counts the changes of the draft: a save names the one that it is based on. */
  draft_base: z.number().int(),
  /** What keeps the draft from being saved as a version. Empty: nothing. */
  problems: z.array(GraphProblem).readonly(),
  /** Of the draft, if it compiles. */
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

/** How two graphs differ: first what the second may do that the first could not. */
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
  /** Which item, for a node inside of a body: `3`, `3/0`; null: it is in no body. */
  item: z.string().nullable(),
  state: NodeState,
  /** Milliseconds from its begin to its end. */
  ms: z.number().nullable(),
  /** How often it was tried. */
  tries: z.number().int(),
  /** Its last call, if it is a tool. */
  call_id: CallId.nullable(),
  /** The beginning of its outputs as JSON, or of its error. */
  preview: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** When it began, as near as the record of the run tells. Absent in events. */
  began_at: Instant.optional(),
})
export type NodeStateView = z.infer<typeof NodeStateView>

export const RunSummary = z.object({
  id: RunId,
  workflow_id: WorkflowId,
  workflow_name: z.string(),
  hash: VersionHash,
  state: RunState,
  /** What began it. */
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
  inputs: Values,
  outputs: Values.nullable(),
  graph: GraphJson,
  nodes: z.array(NodeStateView).readonly(),
  /** More items than are listed. */
  more: z.boolean(),
})
export type RunView = z.infer<typeof RunView>

/** Events of the topics `run:ID` and `workflow:ID`. */
export const WorkflowEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run_updated'), run: RunSummary }),
  /** Gathered: at most 20 a second for one run. */
  z.object({ type: z.literal('node_updated'), run_id: RunId, nodes: z.array(NodeStateView).readonly() }),
  z.object({ type: z.literal('workflow_updated'), workflow: WorkflowSummary }),
])
export type WorkflowEvent = z.infer<typeof WorkflowEvent>

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

const triggerFields = {
  when: TriggerWhen,
  inputs: Values,
  mode: PermissionMode,
  /** A run of this trigger still works: no new one, one that waits, or both at once. */
  overlap: z.enum(['skip', 'queue', 'parallel']),
}
export const TriggerView = z.object({
  id: TriggerId,
  workflow_id: WorkflowId,
  hash: VersionHash,
  ...triggerFields,
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

export const SecretView = z.object({
  name: SecretName,
  /** The only hosts that it is sent to. */
  hosts: z.array(z.string()).readonly(),
  updated_at: Instant,
})
export type SecretView = z.infer<typeof SecretView>

const PortView = z.object({
  name: z.string(),
  schema: z.record(z.string(), z.unknown()),
  required: z.boolean(),
})
/** How a test of a graph went. */
export const TestReportView = z.object({
  name: z.string(),
  passed: z.boolean(),
  problems: z.array(z.string()).readonly(),
  calls: z.array(z.object({ node: z.string(), specifier: z.string() })).readonly(),
})
export type TestReportView = z.infer<typeof TestReportView>

export const NodeTypeView = z.object({
  type: z.string(),
  title: z.string(),
  group: z.string(),
  about: z.string(),
  kind: z.enum(['pure', 'structure', 'tool']),
  inputs: z.array(PortView).readonly(),
  outputs: z.array(PortView).readonly(),
  /** Of a tool. */
  category: CallCategory.nullable(),
  destructive: z.enum(['no', 'maybe', 'yes']),
  repeat: z.enum(['safe', 'idempotent', 'never']).nullable(),
  /** Of its definition: part of the hash of every graph that has it. */
  hash: VersionHash,
})
export type NodeTypeView = z.infer<typeof NodeTypeView>

/** Something that a workflow tells its person. */
export const NoticeView = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  run_id: RunId.nullable(),
  at: Instant,
  seen_at: Instant.nullable(),
})
export type NoticeView = z.infer<typeof NoticeView>

/** Events of the topic that `GET /api/notices` names. */
export const NoticeEvent = z.object({ type: z.literal('notice_added'), notice: NoticeView })
export type NoticeEvent = z.infer<typeof NoticeEvent>

export const GalleryEntry = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  graph: GraphJson,
})
export type GalleryEntry = z.infer<typeof GalleryEntry>

/** The card of a run: what the version may do. */
export const graphBody = defineBody({
  kind: 'workflows.graph',
  about: 'a workflow that is to run: its inputs, and what each of its nodes may do',
  data: z.object({
    workflow_id: WorkflowId.nullable(),
    name: z.string(),
    hash: VersionHash,
    inputs: Values,
    manifest: ManifestView,
    from_node: z.string().nullable(),
    /** What `grant` may say: absent from it, the answer is not offered. */
    grants: z.array(z.enum(['run', 'version'])).readonly(),
  }),
})

/**
 * The card of `ui_apply` and `ui_save_version`: what the draft was, what is put into it, and how the two differ. All of it is as the server read it when
 * the call was proposed; a later change of the draft or of a proposal makes the call stale.
 */
export const changeBody = defineBody({
  kind: 'workflows.change',
  about: 'proposals that go into the draft of a workflow, or a draft that becomes a version',
  data: z.object({
    workflow_id: WorkflowId,
    name: z.string(),
    /** `draft`: proposals are put into the draft. `version`: the draft becomes a version, which runs and triggers can name. */
    into: z.enum(['draft', 'version']),
    /** Of a version. */
    message: z.string().nullable(),
    /** Counts the changes of the draft that it is based on. */
    base: z.number().int(),
    /** The graph before: the draft, or the head; an empty graph where there is no head. */
    before: GraphJson,
    /** What is put into it, one after the other, each a part that can be signed by itself; none for a version. */
    parts: z
      .array(
        z.object({
          /** As it is drawn. */
          number: z.number().int(),
          label: z.string(),
          /** Places in this list of those that it needs, counted from 0: a wire needs the nodes at its ends. */
          needs: z.array(z.number().int()).readonly(),
          /** Operations, as `applyOps` of `packages/workflow` takes them. */
          ops: z.array(z.record(z.string(), z.unknown())).readonly(),
        }),
      )
      .readonly(),
    /** How the graph after differs from the one before. Where one of them does not compile, `effects_added` and `effects_removed` are empty. */
    diff: GraphDiff,
    /** What is wrong with the graph after. Empty: `hash` is its hash, and the effects of `diff` are known. */
    problems: z.array(GraphProblem).readonly(),
    hash: VersionHash.nullable(),
    /** The effects of both graphs are known. */
    effects_known: z.boolean(),
  }),
})

/** The card of `human.ask` and `human.approve`. */
export const questionBody = defineBody({
  kind: 'workflows.question',
  about: 'a question of a workflow: a form by a schema, or a value that may be edited',
  data: z.object({
    question: z.string(),
    /** Of the answer. */
    schema: z.record(z.string(), z.unknown()),
    /** The value to approve; absent: there is none, the form is empty. */
    value: z.unknown().optional(),
    may_edit: z.boolean(),
  }),
})

// Any text: an id that is none is answered with *not found*.
const One = z.object({ id: z.string().max(64) })
const OneRun = One
const OneTrigger = One
const OneSecret = z.object({ name: SecretName })
const Name = z.string().trim().min(1).max(200)
const Graph = GraphJson
const Workflow = z.object({ workflow: WorkflowView })
const Run = z.object({ run: RunView })
const Runs = z.object({ runs: z.array(RunSummary).readonly(), next: z.string().nullable() })
const Trigger = z.object({ trigger: TriggerView })
const limit = GRAPH_LIMIT * 2

/** Workflows: graphs, their versions and runs, what starts them, and what they may do. */
export const workflowRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/workflows',
    needs: 'read',
    about: 'your workflows, the last changed first',
    query: z.object({ query: z.string().max(200).exactOptional() }),
    reply: z.object({ workflows: z.array(WorkflowSummary).readonly() }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/api/workflows',
    needs: 'person',
    about: 'makes a workflow with a draft; an empty one without `graph`',
    body: z.object({ name: Name, graph: Graph.optional() }),
    limit,
    reply: Workflow,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/api/workflows/:id',
    needs: 'read',
    about: 'one workflow: its draft, what is wrong with it, and what it may do',
    params: One,
    reply: Workflow,
  }),
  saveDraft: defineRoute({
    method: 'PUT',
    path: '/api/workflows/:id/draft',
    needs: 'person',
    about: 'saves the draft; `409` with code `conflict` if it is not the one that `base` counts',
    params: One,
    body: z.object({ graph: Graph, base: z.number().int().nonnegative() }),
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
    about: 'makes a version of the draft, which becomes the head; refused if it does not compile',
    params: One,
    body: z.object({ message: z.string().max(1000), base: z.number().int().nonnegative() }),
    reply: z.object({ version: VersionView, workflow: WorkflowView }),
  }),
  duplicate: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/duplicate',
    needs: 'person',
    about: 'a copy with its own draft, without versions, triggers and grants',
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
    about: 'its saved versions, the newest first',
    params: One,
    reply: z.object({ versions: z.array(VersionView).readonly() }),
  }),
  version: defineRoute({
    method: 'GET',
    path: '/api/workflows/:id/versions/:hash',
    needs: 'read',
    about: 'the graph of a version',
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
    about: 'how two versions differ; without `to` the draft',
    params: One,
    query: z.object({ from: VersionHash, to: VersionHash.exactOptional() }),
    reply: z.object({ diff: GraphDiff }),
  }),
  check: defineRoute({
    method: 'POST',
    path: '/api/workflows/check',
    needs: 'read',
    about: 'compiles a graph: what is wrong with it, its hash, and what it may do; keeps nothing',
    body: z.object({ graph: Graph }),
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
    about: 'what policy would say of each effect now, in this mode; nothing runs',
    params: One,
    body: z.object({
      /** Absent: the head. `draft`: the draft as it is. */
      hash: z.union([VersionHash, z.literal('draft')]).optional(),
      inputs: Values,
      mode: PermissionMode.optional(),
    }),
    reply: z.object({ hash: VersionHash, nodes: z.array(PlannedNode).readonly() }),
  }),
  test: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/tests',
    needs: 'read',
    about: 'runs the tests of the draft: calls answer with their stubs, nothing has an effect',
    params: One,
    reply: z.object({ tests: z.array(TestReportView).readonly() }),
  }),
  start: defineRoute({
    method: 'POST',
    path: '/api/workflows/:id/runs',
    needs: 'person',
    about: 'runs a version, or the draft as an unnamed version; effects ask as they come',
    params: One,
    body: z.object({
      /** Absent: the head. `draft`: the draft as it is. */
      version: z.union([VersionHash, z.literal('draft')]).optional(),
      inputs: Values,
      mode: PermissionMode.optional(),
      /** Absent: the folder for new chats. */
      workspace: z.string().max(4096).optional(),
      /** Everything before this node takes its outputs from `run_id`. */
      from_node: z.string().max(200).optional(),
      run_id: RunId.optional(),
      /** Allows what the manifest shows, for this run or for every run of this version. */
      grant: z.enum(['run', 'version']).optional(),
    }),
    reply: Run,
  }),
  runs: defineRoute({
    method: 'GET',
    path: '/api/runs',
    needs: 'read',
    about: 'runs, the newest first; `before` for the next page',
    query: z.object({
      workflow_id: WorkflowId.exactOptional(),
      state: RunState.exactOptional(),
      before: z.string().max(80).exactOptional(),
    }),
    reply: Runs,
  }),
  run: defineRoute({
    method: 'GET',
    path: '/api/runs/:id',
    needs: 'read',
    about: 'one run with the states of its nodes',
    params: OneRun,
    reply: Run,
  }),
  value: defineRoute({
    method: 'GET',
    path: '/api/runs/:id/values',
    needs: 'read',
    about: 'inputs and outputs of one node of a run, masked',
    params: OneRun,
    query: z.object({ node: z.string().max(400), item: z.string().max(200).exactOptional() }),
    reply: z.object({ inputs: Values.nullable(), outputs: Values.nullable() }),
  }),
  stop: defineRoute({
    method: 'POST',
    path: '/api/runs/:id/stop',
    needs: 'propose',
    about: 'stops a run; what was done stays',
    params: OneRun,
    reply: Done,
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/api/runs/:id/undo',
    needs: 'person',
    about: 'puts back the files that the calls of a run changed',
    params: OneRun,
    body: z.object({ dry_run: z.boolean().optional(), skip_conflicts: z.boolean().optional() }),
    reply: z.object({ undo: UndoView }),
  }),
  settle: defineRoute({
    method: 'POST',
    path: '/api/runs/:id/settle',
    needs: 'person',
    about:
      'what a person found out about a node that a crash interrupted: `done` takes its output, `not_done` goes to the error port, `again` is a new try inside the run',
    params: OneRun,
    body: z.object({
      tool_call_id: CallId,
      how: z.enum(['done', 'not_done', 'again']),
      output: Values.optional(),
      /** Hash of the arguments that the person saw. */
      hash: z.string().max(128),
    }),
    reply: Done,
  }),
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
    params: OneTrigger,
    body: z.object({
      paused: z.boolean().optional(),
      hash: VersionHash.optional(),
      inputs: Values.optional(),
      mode: PermissionMode.optional(),
      overlap: z.enum(['skip', 'queue', 'parallel']).optional(),
      when: TriggerWhen.optional(),
    }),
    reply: Trigger,
  }),
  removeTrigger: defineRoute({
    method: 'DELETE',
    path: '/api/triggers/:id',
    needs: 'person',
    about: 'removes a trigger',
    params: OneTrigger,
    reply: Done,
  }),
  pauseAll: defineRoute({
    method: 'PUT',
    path: '/api/triggers/paused',
    needs: 'person',
    about:
      'pauses everything: no trigger starts a run, runs that work are stopped, and browsers are closed with the turns that use them; or lets it go on',
    body: z.object({ paused: z.boolean() }),
    reply: z.object({ all_paused: z.boolean() }),
  }),
  hook: defineRoute({
    method: 'POST',
    path: '/hooks/:id',
    needs: 'open',
    about: 'starts a run by a webhook; signed with its secret, once, within five minutes',
    params: OneTrigger,
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
  secrets: defineRoute({
    method: 'GET',
    path: '/api/workflow-secrets',
    needs: 'read',
    about: 'names of secrets and the hosts they are for; values are never told',
    reply: z.object({ secrets: z.array(SecretView).readonly() }),
  }),
  putSecret: defineRoute({
    method: 'PUT',
    path: '/api/workflow-secrets/:name',
    needs: 'person',
    about: 'saves a secret for some hosts; without `value` only its hosts',
    params: OneSecret,
    namesNew: true,
    body: z.object({
      value: z.string().min(1).max(20_000).optional(),
      hosts: z.array(z.string().min(1).max(300)).min(1).max(50),
    }),
    reply: z.object({ secrets: z.array(SecretView).readonly() }),
  }),
  removeSecret: defineRoute({
    method: 'DELETE',
    path: '/api/workflow-secrets/:name',
    needs: 'person',
    about: 'removes a secret',
    params: OneSecret,
    reply: z.object({ secrets: z.array(SecretView).readonly() }),
  }),
  nodes: defineRoute({
    method: 'GET',
    path: '/api/workflow-nodes',
    needs: 'read',
    about: 'every type of node: its ports, and what it does',
    reply: z.object({ nodes: z.array(NodeTypeView).readonly() }),
  }),
  notices: defineRoute({
    method: 'GET',
    path: '/api/notices',
    needs: 'read',
    about: 'what workflows told you, the newest first, and the topic that tells of new ones',
    reply: z.object({ notices: z.array(NoticeView).readonly(), topic: z.string() }),
  }),
  seeNotices: defineRoute({
    method: 'POST',
    path: '/api/notices/seen',
    needs: 'propose',
    about: 'says that you saw what was told up to now',
    reply: Done,
  }),
  gallery: defineRoute({
    method: 'GET',
    path: '/api/workflow-gallery',
    needs: 'read',
    about: 'workflows that come with the product, to begin with',
    reply: z.object({ gallery: z.array(GalleryEntry).readonly() }),
  }),
}
