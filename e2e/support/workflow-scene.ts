import type {
  GalleryEntry,
  GrantView,
  NodeEffect,
  NodeStateView,
  NodeTypeView,
  NoticeView,
  RunSummary,
  RunView,
  SecretView,
  TriggerView,
  VersionView,
  WorkflowSummary,
  WorkflowView,
} from '@countersign/protocol'
import { CallId, ThreadId } from '@countersign/protocol'

/** A workflow with runs, versions, triggers, notices and secrets, as a server would send them. */

const NOW = Date.now()
const at = (minutesAgo: number): number => NOW - minutesAgo * 60_000
const HASH = 'c9205d11'.repeat(8)
const OLDER = '4b1f77a0'.repeat(8)
const NAME = 'Weekly report for the whole team'

const text = { type: 'string' }
const type = (
  name: string,
  title: string,
  ports: readonly string[],
  category: NodeTypeView['category'],
): NodeTypeView => ({
  type: name,
  title,
  group: 'tool',
  about: `${title}, as its tool does it.`,
  kind: 'tool',
  inputs: ports.map((port) => ({ name: port, schema: text, required: true })),
  outputs: [{ name: 'text', schema: text, required: true }],
  category,
  destructive: 'no',
  repeat: 'safe',
  hash: HASH,
})

const effect = (node: string, tool: string, change: Partial<NodeEffect>): NodeEffect => ({
  node,
  title: node,
  tool,
  category: 'read',
  destructive: 'no',
  reach: 'exact',
  specifiers: ['notes/this-week.md'],
  outside: [],
  flows: [],
  repeats: false,
  again: false,
  secrets: [],
  model: null,
  ...change,
})
const MANIFEST = {
  effects: [
    effect('read', 'files.read', {}),
    effect('sum', 'llm.generate', { reach: 'anything', specifiers: [], flows: ['file read → model'] }),
    effect('save', 'files.write', {
      category: 'write',
      reach: 'bounds',
      specifiers: ['reports/*.md', 'reports/a-rather-long-folder-name/**/*.md'],
      outside: ['model'],
    }),
    effect('tell', 'http.request', {
      category: 'external',
      specifiers: ['https://hooks.example.com/teams/platform/weekly'],
      secrets: ['team-hook'],
    }),
  ],
  missing_secrets: [],
}

const GRAPH = {
  version: 1,
  name: NAME,
  inputs: { file: { schema: text, default: 'reports/today.md' } },
  outputs: { text: ['sum', 'text'] },
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'notes/this-week.md' } },
    { id: 'sum', type: 'llm.generate', inputs: { prompt: 'Summarise what happened this week.' } },
    { id: 'save', type: 'files.write', inputs: {}, bounds: ['reports/*.md'] },
    { id: 'tell', type: 'http.request', inputs: { url: 'https://hooks.example.com/teams/platform/weekly' } },
  ],
  edges: [
    { from: ['read', 'text'], to: ['sum', 'context'] },
    { from: ['sum', 'text'], to: ['save', 'content'] },
    { from: ['$input', 'file'], to: ['save', 'path'] },
    { from: ['sum', 'text'], to: ['tell', 'body'] },
  ],
}

const SUMMARY: WorkflowSummary = {
  id: 'wf_report',
  name: NAME,
  head: HASH,
  changed: true,
  updated_at: at(12),
  last_run: { id: 'run_late', state: 'failed', at: at(30) },
  triggers: 2,
}
const WORKFLOW: WorkflowView = {
  ...SUMMARY,
  draft: GRAPH,
  draft_base: 4,
  problems: [],
  hash: HASH,
  inputs: [{ name: 'file', schema: text, required: false, standard: 'reports/today.md' }],
  manifest: MANIFEST,
}

const RUN: RunSummary = {
  id: 'run_late',
  workflow_id: 'wf_report',
  workflow_name: NAME,
  hash: HASH,
  state: 'failed',
  started_by: 'schedule',
  trigger_id: 'trg_friday',
  thread_id: ThreadId.parse('thr_run'),
  turn_id: null,
  call_id: CallId.parse('call_run'),
  mode: 'default',
  started_at: at(30),
  ended_at: at(29),
  error: {
    code: 'denied',
    message: 'you denied this call, and no wire takes the error of this node',
    node: 'save',
    item: null,
  },
}
const ran = (
  node: string,
  state: NodeStateView['state'],
  more: Partial<NodeStateView> = {},
): NodeStateView => ({
  node,
  item: null,
  state,
  ms: 1200,
  tries: 1,
  call_id: null,
  preview: '{"text":"The kettle is broken, and nobody has ordered another."}',
  error: null,
  began_at: at(30),
  ...more,
})
const RUN_VIEW: RunView = {
  ...RUN,
  held: false,
  inputs: { file: 'reports/today.md' },
  outputs: null,
  graph: GRAPH,
  nodes: [
    ran('read', 'done'),
    ran('sum', 'done', { tries: 2, ms: 8400 }),
    ran('save', 'failed', { preview: null, error: { code: 'denied', message: 'you denied this call' } }),
    ran('tell', 'cancelled', { preview: null, ms: null }),
  ],
  more: false,
}

const VERSIONS: readonly VersionView[] = [
  { hash: HASH, parent: OLDER, message: 'tells the team', by: 'Ada', at: at(40) },
  { hash: OLDER, parent: null, message: '', by: 'Ada', at: at(4000) },
]
const TRIGGERS: readonly TriggerView[] = [
  {
    id: 'trg_friday',
    workflow_id: 'wf_report',
    hash: OLDER,
    when: { kind: 'schedule', cron: '0 18 * * 5', time_zone: 'Europe/Vienna', missed: 'all' },
    inputs: { file: 'reports/friday.md' },
    mode: 'default',
    overlap: 'queue',
    paused: false,
    why_paused: null,
    failures: 1,
    next_at: NOW + 3_600_000,
    last_at: at(30),
    address: null,
  },
]
const GRANTS: readonly GrantView[] = [
  {
    id: 'grt_one',
    workflow_id: 'wf_report',
    workflow_name: NAME,
    hash: OLDER,
    run_id: null,
    rules: [{ node: 'save', rule: 'files.write(reports/*.md)' }],
    by: 'Ada',
    at: at(3000),
    expires_at: null,
    revoked_at: null,
  },
]
const NOTICES: readonly NoticeView[] = [
  {
    id: 'ntc_late',
    title: `${NAME} failed`,
    text: 'save: you denied this call, and no wire takes the error of this node',
    run_id: 'run_late',
    at: at(29),
    seen_at: at(10),
  },
  {
    id: 'ntc_old',
    title: 'Report ready',
    text: 'Look at it.',
    run_id: null,
    at: at(9000),
    seen_at: at(8000),
  },
]
const SECRETS: readonly SecretView[] = [
  {
    name: 'team-hook',
    hosts: ['hooks.example.com', 'a-rather-long-host-name.example.com'],
    updated_at: at(500),
  },
]
const GALLERY: readonly GalleryEntry[] = [
  { name: 'digest', title: 'Digest of a page', about: 'Fetches a page and summarises it.', graph: GRAPH },
]

export const WORKFLOW_API: Readonly<Record<string, unknown>> = {
  '/api/workflows': { workflows: [SUMMARY] },
  '/api/project-workflows': { workspace: '~/code/site', workflows: [] },
  '/api/workflows/wf_report': { workflow: WORKFLOW },
  '/api/workflows/wf_report/plan': { hash: HASH, nodes: [] },
  '/api/workflows/wf_report/versions': { versions: VERSIONS },
  [`/api/workflows/wf_report/versions/${HASH}`]: { version: VERSIONS[0], graph: GRAPH, manifest: MANIFEST },
  '/api/workflow-nodes': {
    nodes: [
      type('files.read', 'Read a file', ['path'], 'read'),
      type('llm.generate', 'Ask a model', ['prompt', 'context'], 'read'),
      type('files.write', 'Write a file', ['path', 'content'], 'write'),
      type('http.request', 'Send a request', ['url', 'body'], 'external'),
    ],
  },
  '/api/workflow-gallery': { gallery: GALLERY },
  '/api/workflow-grants': { grants: GRANTS },
  '/api/workflow-secrets': { secrets: SECRETS },
  '/api/triggers': { triggers: TRIGGERS, all_paused: false },
  '/api/runs': { runs: [RUN], next: null },
  '/api/runs/run_late': { run: RUN_VIEW },
  '/api/runs/run_late/values': {
    inputs: { path: 'notes/this-week.md' },
    outputs: { text: 'The kettle is broken.' },
  },
  '/api/runs/run_late/undo': { undo: { done: false, restored: [], conflicts: [] } },
  '/api/notices': { notices: NOTICES, topic: 'notices:usr_local' },
  '/api/notices/seen': {},
}
