/** A whole message for every command and every body of a route, with each of its keys: what tests misspell. */

const thread_id = 'thr_a'
const tool_call_id = 'call_a'
const hash = 'a'.repeat(64)
const request_id = 'r1'
const undo = { dry_run: true, skip_conflicts: false }

const FIND = {
  thread_id,
  pattern: 'a',
  regex: false,
  ignore_case: true,
  word: false,
  glob: '*.ts',
  ignored: false,
  limit: 10,
}

const TOOL = { name: 'stub.set', description: 'Sets.', kind: 'agentTool' } as const
const PARAMS = { type: 'object', properties: { value: { type: 'string' } } }

/** Commands of the socket. */
export const COMMAND_SAMPLES: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[] = [
  {
    type: 'thread_create',
    title: 't',
    workspace: '/w',
    permission_mode: 'plan',
    model: 'demo',
    effort: 'low',
    max_cost: 1,
    approval_timeout: 60,
    capabilities: { network: false },
  },
  { type: 'thread_rename', thread_id, title: 't' },
  { type: 'thread_mark', thread_id, pinned: true, archived: false },
  { type: 'thread_delete', thread_id },
  { type: 'mode_set', thread_id, permission_mode: 'plan' },
  { type: 'model_set', thread_id, model: 'demo', effort: 'high' },
  { type: 'capabilities_set', thread_id, capabilities: { network: false } },
  { type: 'subscribe', thread_id, after_seq: 0 },
  { type: 'unsubscribe', thread_id },
  {
    type: 'turn_start',
    thread_id,
    text: 'hello',
    client_message_id: 'm1',
    images: [{ id: `img_${hash}`, name: 'a.png' }],
    permission_mode: 'plan',
    chat_context: { kind: 'thread', workflowId: 'w' },
    now: true,
    compact: true,
    workflow_target: 'workflow',
    workflow_id: 'wf_a',
  },
  { type: 'turn_now', thread_id, turn_id: 'trn_a' },
  { type: 'turn_stop', thread_id },
  { type: 'turn_edit', thread_id, turn_id: 'trn_a', text: 'x' },
  { type: 'turn_take_back', thread_id, turn_id: 'trn_a' },
  {
    type: 'turn_branch',
    thread_id,
    turn_id: 'trn_a',
    text: 'x',
    client_message_id: 'm2',
    permission_mode: 'plan',
  },
  { type: 'branch_choose', thread_id, turn_id: 'trn_a' },
  { type: 'list_tools', thread_id, chat_context: { kind: 'thread', workflowId: 'w' } },
  {
    type: 'panes',
    request_id: 'r',
    window: 'w1',
    thread_id,
    panes: [
      {
        pane: 'editor:a.ts',
        type: 'editor',
        title: 'a.ts',
        path: 'a.ts',
        base_hash: 'h',
        dirty: true,
        has_context: true,
        shared: true,
      },
    ],
  },
  {
    type: 'window_answer',
    request_id: 'r',
    ask_id: 'a1',
    answer: { summary: 'a.ts', text: 'x', sources: ['a.ts'] },
  },
  {
    type: 'manifest',
    tools: [
      { ...TOOL, params: PARAMS, effect: 'external', specifier_template: '{value}', lock: 'a' },
      {
        ...TOOL,
        name: 'stub.put',
        inputSchema: PARAMS,
        sideEffect: true,
        specifierTemplate: '{value}',
        requiresExclusiveLock: 'a',
      },
      { ...TOOL, name: 'stub.get', input_schema: PARAMS, side_effect: false },
    ],
  },
  { type: 'tool_run_result', tool_call_id, ok: false, text: 'failed' },
  {
    type: 'tool_approval_response',
    tool_call_id,
    decision: 'deny',
    rule: 'r',
    parts: ['0'.repeat(32)],
    grant: 'run',
    answer: 'yes',
    feedback: 'no',
    hash,
  },
  { type: 'call_settle', tool_call_id, how: 'not_done', hash },
  { type: 'call_undo', tool_call_id, ...undo },
  { type: 'turn_undo', turn_id: 'trn_a', ...undo },
  { type: 'keep_waiting', tool_call_id },
  { type: 'files_look', thread_id, folders: ['.'] },
  { type: 'follow', topic: 'notes:a', after_seq: 0 },
  { type: 'unfollow', topic: 'notes:a' },
].map((command) => ({ ...command, request_id }))

/** A call of an agent elsewhere that a person must see, whatever the mode. */
export const OUTSIDE_SAMPLE = {
  place: { agent: 'test', session: 's', cwd: '/w', workspace: '/w', planning: true },
  call: {
    tool: {
      name: 'mcp__a__b',
      category: 'external',
      destructive: true,
      suspect: 'changed',
      asks: 'always',
      editSafe: false,
      kind: 'text',
    },
    title: 'Call b',
    specifier: { kind: 'text', text: 'x' },
    body: {
      kind: 'arguments',
      entries: [{ name: 'a', value: '1', json: true }],
      server: { name: 'a', transport: 'http', at: 'https://example.com', trusted_at: 1 },
      change: { before: 'a', after: 'b' },
    },
    change: { before: 'a', after: 'b' },
    args: { a: 1 },
    cwd: '/w/below',
  },
  reports: true,
} as const

/** Bodies of routes, by method and path. `POST /api/commands` takes the commands above. */
export const BODY_SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/session': { code: 'c', public_key: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } },
  'POST /api/session/terminal': { code: 'c', name: 'n' },
  'POST /api/calls/:id/undo': undo,
  'POST /api/turns/:id/undo': undo,
  'POST /api/rules': { list: 'allow', text: 'terminal.exec(ls)', thread_id },
  'POST /api/rules/project': { list: 'deny', text: 'terminal.exec(ls)', thread_id, hash: null },
  'POST /api/decide': { call: 'ls', thread_id },
  'POST /api/rules/trust': { workspace: '/w', hash },
  'POST /api/folders': { path: '/w' },
  'PUT /api/workspace/file': { thread_id, path: 'a.md', text: 't', expected: null, calls: [tool_call_id] },
  'POST /api/changes/undo': {
    thread_id,
    path: 'a.md',
    parts: [{ call_id: tool_call_id, hunk: 'a'.repeat(32) }],
    back: false,
  },
  'POST /api/changes/undo-all': { thread_id, turn_id: 'trn_a', since: 1 },
  'POST /api/changes/keep': {
    thread_id,
    parts: [{ call_id: tool_call_id, path: 'a.md', hunk: 'a'.repeat(32) }],
    kept: true,
  },
  'POST /api/changes/commit': { thread_id, turn_id: 'trn_a', since: 1, message: 'm', trust: true },
  'POST /api/workspace/make-folder': { thread_id, path: 'a' },
  'POST /api/workspace/rename': { thread_id, path: 'a.md', to: 'b.md' },
  'POST /api/workspace/delete': { thread_id, path: 'a.md' },
  'POST /api/workspace/search': FIND,
  'POST /api/workspace/search/preview': { ...FIND, replacement: 'b' },
  'POST /api/observability/clear': {},
  'POST /api/terminals': { thread_id, terminal: '1', cols: 80, rows: 24 },
  'PUT /api/terminals/shared': { thread_id, terminal: '1', shared: true },
  'POST /api/terminals/end': { thread_id, terminal: '1' },
  'PUT /api/prompts/:name': { text: 't' },
  'POST /api/plugins/look': { folder: '/w' },
  'POST /api/plugins': { folder: '/w', hash },
  'POST /api/plugins/:id/pin': { hash },
  'POST /api/plugins/:id/enabled': { enabled: true },
  'POST /api/plugins/:id/trust': { trusted: true, hash },
  'POST /api/plugins/:id/read': { path: 'a.md', thread_id },
  'POST /api/plugins/:id/fetch': { url: 'https://example.com' },
  'PUT /api/memory': { enabled: false },
  'PUT /api/mcp/servers/:name': {
    transport: { kind: 'stdio', command: 'c', args: [], env: {}, cwd: '/w' },
    enabled: false,
  },
  'POST /api/mcp/servers/:name/trust': { trusted: true, hash },
  'POST /api/outside/calls': OUTSIDE_SAMPLE,
  'POST /api/outside/hook': { agent: 'claude-code', event: '{}', cwd: '/w', project: '/w' },
  'POST /api/outside/calls/:id/ended': { ok: false, text: 't' },
  'PATCH /api/settings': {
    default_model: 'demo',
    default_mode: 'plan',
    outside_mode: 'plan',
    default_folder: '/w',
    model_titles: false,
    approval_timeout: 60,
    notifications: { desktop: false, show_specifier: false, read_answers: false },
    sounds: { waiting: false, turn_ended: false },
    keyboard: { send_with: 'enter', single_letters: false, hold_answers: 3, bindings: {} },
  },
  'PUT /api/settings/values/:name': { value: 1 },
  'PUT /api/settings/keys/:provider': { key: 'k', region: 'eu-1' },
  'POST /api/settings/keys/:provider/check': { key: 'k', region: 'eu-1' },
  'PUT /api/settings/endpoints/:provider': { name: 'n', base_url: 'https://example.com', key: null },
  'PATCH /api/settings/limits': { writes: 1 },
  'PATCH /api/settings/search': { chosen: null },
  'PUT /api/settings/search/:service': { value: 'v' },
  'POST /api/backup': { file: '/w/backup' },
  'POST /api/workflows': { name: 'n', graph: {} },
  'PUT /api/workflows/:id/draft': { graph: {}, base: 0 },
  'PATCH /api/workflows/:id': { name: 'n' },
  'POST /api/workflows/:id/versions': { message: 'm', base: 0 },
  'POST /api/workflows/:id/duplicate': { name: 'n' },
  'POST /api/workflows/check': { graph: {} },
  'POST /api/workflows/:id/plan': { hash, inputs: {}, mode: 'plan' },
  'POST /api/workflows/:id/runs': {
    version: hash,
    inputs: {},
    mode: 'plan',
    workspace: '/w',
    from_node: 'a',
    run_id: 'run_a',
    grant: 'run',
  },
  'POST /api/runs/:id/undo': undo,
  'POST /api/runs/:id/settle': { tool_call_id, how: 'done', output: {}, hash },
  'POST /api/triggers': {
    workflow_id: 'wf_a',
    hash,
    when: { kind: 'schedule', cron: '0 8 * * *', every: 60, time_zone: 'UTC', missed: 'once' },
    inputs: {},
    mode: 'plan',
    overlap: 'skip',
  },
  'PATCH /api/triggers/:id': {
    paused: true,
    hash,
    inputs: {},
    mode: 'plan',
    overlap: 'skip',
    when: { kind: 'webhook' },
  },
  'PUT /api/triggers/paused': { paused: true },
  'PUT /api/workflow-secrets/:name': { value: 'v', hosts: ['example.com'] },
}

/** Where a key stands in a message: the keys above it, and itself. */
export type KeyPath = readonly string[]

/** Every key of a message, at every depth. */
export function keyPaths(value: unknown, above: KeyPath = []): readonly KeyPath[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...above, key]
    return [...(Array.isArray(value) ? [] : [path]), ...keyPaths(inner, path)]
  })
}

/** The same message with one key spelled otherwise. */
export function respelled(value: unknown, path: KeyPath, spelled: string): unknown {
  const [key, ...below] = path
  if (typeof value !== 'object' || value === null || key === undefined) return value
  const entries = Object.entries(value).map(([name, inner]): readonly [string, unknown] => {
    if (name !== key) return [name, inner]
    return below.length === 0 ? [spelled, inner] : [name, respelled(inner, below, spelled)]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
