import type { CallView, PartView, ThreadSnapshot } from '@countersign/protocol'
import { CallId } from '@countersign/protocol'
import { approvalFor, call, message, thread, turnId } from './views.ts'
import { WORKFLOW_API } from './workflow-scene.ts'

/** A thread in the middle of its work, as a server would send it, for screenshots of pages. */

const NOW = Date.now()
const at = (secondsAgo: number): number => NOW - secondsAgo * 1000
export const CHAT = thread('tidy', {
  title: 'tidy the release',
  workspace: '~/code/site',
  created_at: at(400),
  updated_at: at(20),
})

const other = (name: string, title: string, workspace: string, hoursAgo: number, mode = 'default') =>
  thread(name, {
    title,
    workspace,
    permission_mode: mode,
    created_at: at(hoursAgo * 3600 + 60),
    updated_at: at(hoursAgo * 3600),
  })

/** Further threads, for pages that list them. */
export const OTHERS = [
  other('links', 'Broken links in the docs', '~/code/site', 1),
  other('landing', 'New landing page copy', '~/code/site', 27, 'acceptEdits'),
  other('comma', 'Decimal comma in amounts', '~/code/invoicer', 2),
  other('vat', 'VAT rounded twice', '~/code/invoicer', 4, 'plan'),
  other('pdf', 'Speed up the PDF export', '~/code/invoicer', 30),
]

const COMMAND = 'npm run build && npm publish --dry-run | tee publish.log'
const part = (label: string, verdict: PartView['verdict'], sentence: string): PartView => ({
  label,
  start: COMMAND.indexOf(label),
  end: COMMAND.indexOf(label) + label.length,
  carriers: [],
  verdict,
  reason: { because: 'mode', sentence },
})
const you = { via: 'person', by: 'usr_local', at: at(30) } as const
const mode = { via: 'mode', by: 'default', at: at(60) } as const
const ran = (secondsAgo: number, ms: number) =>
  ({
    state: 'succeeded',
    proposed_at: at(secondsAgo),
    started_at: at(secondsAgo),
    ended_at: at(secondsAgo) + ms,
  }) as const

const task = call('tidy', 'scripts', {
  ...ran(300, 3100),
  tool: 'run_subtask',
  title: 'Read the release scripts',
  specifier: '',
  body: { kind: 'arguments', entries: [] },
  signature: mode,
})
const read = (name: string, path: string, tool = 'files.read'): CallView =>
  call('tidy', name, {
    ...ran(299, 11),
    tool,
    specifier: path,
    parent_id: CallId.parse('call_scripts'),
    depth: 1,
    body: { kind: 'arguments', entries: [{ name: 'path', value: path }] },
    signature: mode,
  })
const tested = call('tidy', 'tested', {
  ...ran(200, 18_400),
  specifier: 'npm test',
  body: { kind: 'shell', command: 'npm test', cwd: '~/code/site' },
  preview: '412 passed',
  signature: you,
})
const refused = call('tidy', 'refused', {
  state: 'denied',
  proposed_at: at(160),
  ended_at: at(150),
  specifier: 'git push --force',
  body: { kind: 'shell', command: 'git push --force', cwd: '~/code/site' },
  signature: { ...you, feedback: 'open a pull request instead' },
})
const publish = call('tidy', 'publish', {
  proposed_at: at(42),
  specifier: COMMAND,
  body: { kind: 'shell', command: COMMAND, cwd: '~/code/site' },
  says: 'Checks what would be uploaded, without uploading.',
  decision: {
    verdict: 'ask',
    reason: { because: 'mode', sentence: '2 of 3 parts ask' },
    parts: [
      part('npm run build', 'run', 'your rule npm run *'),
      part('npm publish --dry-run', 'ask', 'no rule covers this'),
      part('tee publish.log', 'ask', 'writes publish.log'),
    ],
  },
})
const edit = call('tidy', 'edit', {
  proposed_at: at(40),
  tool: 'files.edit',
  title: 'Edit scripts/release.ts',
  specifier: 'scripts/release.ts',
  body: {
    kind: 'write',
    path: 'scripts/release.ts',
    before:
      "export async function release() {\n  const tag = process.argv[2]\n  await run('npm run build')\n}\n",
    after:
      "export async function release() {\n  const tag = readTag(process.argv)\n  if (!tag) throw new Error('release needs a tag')\n  await run('npm run build')\n}\n",
    outside_workspace: false,
  },
  decision: {
    verdict: 'ask',
    reason: {
      because: 'mode',
      sentence: 'default mode, an edit in the workspace',
      data: { mode: 'default', row: 'edit' },
    },
    parts: [],
  },
})

const waits = [publish, edit]
const settled = [
  task,
  read('r1', 'scripts/release.ts'),
  read('r2', 'scripts/', 'files.list'),
  tested,
  refused,
]

const approvals = waits.map((one) => ({
  ...approvalFor(one),
  thread_title: CHAT.title,
  asked_at: one.proposed_at,
  expires_at: one.proposed_at + 300_000,
}))

export const SNAPSHOT: Partial<ThreadSnapshot> = {
  messages: [
    message('tidy', 'ask', {
      text: 'Tidy the release script, run the tests and publish a dry run.',
      created_at: at(310),
    }),
    message('tidy', 'plan', {
      role: 'assistant',
      text: 'I split the work in two and read the scripts first. The edit and the dry run need your word.\n\nThe tests write to `coverage/`, nothing else changes on disk.',
      created_at: at(305),
    }),
  ],
  calls: [...settled, ...waits],
  approvals,
  turn: { id: turnId('tidy'), thread_id: CHAT.id, state: 'waiting', error: null },
}
export const WAITING = { approvals, calls: waits }

const kept = (id: string, list: string, text: string, createdFrom: string | null = null) => ({
  id: `rule_${id}`,
  list,
  layer: 'user',
  text,
  threadId: null,
  createdFrom,
  createdAt: at(86_400 * 3),
})
const key = (provider: string, name: string, variable: string, source: 'environment' | 'none') => ({
  id: provider,
  name,
  kind: 'service',
  ready: source === 'environment',
  base_url: null,
  key: {
    provider,
    name,
    source,
    last4: source === 'environment' ? '7f3a' : null,
    variable,
    overrides_environment: false,
    problem: null,
  },
})

const without = (id: string, name: string, kind: string) => ({
  id,
  name,
  kind,
  ready: true,
  base_url: null,
  key: null,
})
const model = (provider: string, name: string) => ({
  id: `${provider}/${name}`,
  provider,
  name,
  demo: false,
  capabilities: { tools: true, parallel_calls: null, images: null, reasoning: null },
  context_window: null,
  price: null,
})

function search(id: string, name: string, wants: string, variable: string) {
  return { id, name, wants, source: 'none', last4: null, problem: null, variable }
}

/** Resources of that server. */
export const API: Readonly<Record<string, unknown>> = {
  ...WORKFLOW_API,
  '/api/calls': {
    calls: [refused, tested].map((one) => ({ call: one, thread_title: CHAT.title, parents: [] })),
    next: null,
  },
  '/api/rules': {
    rules: [
      kept('1', 'deny', 'terminal.exec(git push --force*)'),
      kept('2', 'allow', 'terminal.exec(npm run *)', 'apr_1'),
      kept('3', 'allow', 'files.write(/src/**)'),
      kept('4', 'allow', 'terminal.exec(node *)', 'apr_2'),
    ],
  },
  '/api/models': {
    models: [
      model('anthropic', 'claude-sonnet-5-5'),
      model('anthropic', 'claude-opus-5-5'),
      model('ollama', 'qwen3:8b'),
      { ...model('demo', 'Demo'), id: 'demo', demo: true },
    ],
    providers: [
      key('anthropic', 'Anthropic', 'ANTHROPIC_API_KEY', 'environment'),
      key('openai', 'OpenAI', 'OPENAI_API_KEY', 'none'),
      without('ollama', 'Ollama on this machine', 'local'),
      without('demo', 'Demo', 'demo'),
    ],
    default_model: 'demo',
  },
  '/api/files': {
    names: ['README.md', 'package.json', 'scripts/'].map((path) => ({
      path,
      kind: path.endsWith('/') ? 'folder' : 'file',
    })),
    more: false,
  },
  '/api/settings/search': {
    services: [
      search('searxng', 'SearXNG', 'address', 'COUNTERSIGN_SEARXNG_URL'),
      search('brave', 'Brave Search', 'key', 'BRAVE_API_KEY'),
    ],
    chosen: null,
    used: null,
  },
  '/api/settings/limits': {
    limits: [
      { name: 'steps', unit: 'count', value: 40, standard: 20, variable: 'COUNTERSIGN_MAX_STEPS' },
      { name: 'cost', unit: 'dollars', value: null, standard: null, variable: 'COUNTERSIGN_MAX_COST' },
      {
        name: 'model_silence',
        unit: 'seconds',
        value: null,
        standard: 120,
        variable: 'COUNTERSIGN_MODEL_SILENCE',
      },
    ],
  },
  '/api/memory': { enabled: true, entries: [{ key: 'language', text: 'German', at: NOW }] },
  '/api/mcp/servers': {
    servers: [
      {
        name: 'tracker',
        transport: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', '@example/tracker'],
          env: ['TOKEN'],
          cwd: null,
        },
        enabled: true,
        state: 'ready',
        problem: null,
        retry_at: null,
        server: { name: 'tracker', version: '2.1.0' },
        trust: 'untrusted',
        hash: 'c9205d11',
        tools: [
          {
            name: 'mcp__tracker__create_issue',
            description: 'Creates an issue.',
            category: 'external',
            destructive: false,
            changed: false,
          },
        ],
        refused: [],
      },
    ],
  },
}
