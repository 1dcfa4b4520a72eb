import { expect, test } from 'vitest'
import { HOOK_AGENTS, type HookAgent } from './agents.ts'
import { readHookInput, writeHookAnswer, type HookCall } from './hook.ts'

const CWD = '/work/app'

/** An event as the documents of each agent describe it. */
const claude = (tool_name: string, tool_input: unknown, more: object = {}) => ({
  session_id: 'abc123',
  transcript_path: '/home/ana/.claude/projects/app/abc123.jsonl',
  cwd: CWD,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input,
  tool_use_id: 'toolu_01',
  ...more,
})
const codex = (tool_name: string, tool_input: unknown) =>
  claude(tool_name, tool_input, { turn_id: 'turn-1', model: 'gpt-5', hook_event_name: 'PermissionRequest' })
const gemini = (tool_name: string, tool_input: unknown) => ({
  session_id: 'g1',
  transcript_path: '/tmp/t.json',
  cwd: CWD,
  hook_event_name: 'BeforeTool',
  timestamp: '2026-10-01T00:00:00Z',
  tool_name,
  tool_input,
})
const cursor = (hook_event_name: string, fields: object) => ({
  conversation_id: 'c1',
  generation_id: 'x',
  hook_event_name,
  workspace_roots: [CWD],
  ...fields,
})

function read(event: object, agent?: HookAgent): HookCall {
  const input = readHookInput(JSON.stringify(event), agent, { cwd: '/elsewhere' })
  if (input.kind !== 'call') throw new Error(JSON.stringify(input))
  return input.hook
}

const shell = (command: string) => ({ kind: 'shell', command })
const paths = (...asked: string[]) => ({ kind: 'path', paths: asked.map((one) => ({ asked: one })) })

test.each([
  [claude('Bash', { command: 'npm test', description: 'run' }), 'terminal.exec', shell('npm test')],
  [claude('Read', { file_path: '/work/app/a.ts', offset: 1 }), 'files.read', paths('/work/app/a.ts')],
  [claude('Write', { file_path: 'a.ts', content: 'x' }), 'files.write', paths('a.ts')],
  [claude('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }), 'files.edit', paths('a.ts')],
  [claude('MultiEdit', { file_path: 'a.ts', edits: [] }), 'files.edit', paths('a.ts')],
  [claude('NotebookEdit', { notebook_path: 'n.ipynb', new_source: '1' }), 'files.write', paths('n.ipynb')],
  [claude('Glob', { pattern: '**/*.ts' }), 'files.search', paths('.')],
  [claude('Grep', { pattern: 'x', path: 'src' }), 'files.search', paths('src')],
  [
    claude('WebFetch', { url: 'https://example.com/a', prompt: 'x' }),
    'web.fetch',
    { kind: 'url', url: 'https://example.com/a' },
  ],
  [claude('WebSearch', { query: 'node' }), 'web_search', { kind: 'text', text: 'node' }],
  [claude('Task', { description: 'look', prompt: 'p' }), 'run_subtask', { kind: 'text', text: 'look' }],
  [claude('TodoWrite', { todos: [] }), 'todo_write', { kind: 'text', text: '' }],
  [claude('AskUserQuestion', { questions: [] }), 'outside.talk', { kind: 'text', text: 'AskUserQuestion' }],
  [claude('SendMessage', { to: 'a', message: 'x' }), 'outside.talk', { kind: 'text', text: 'SendMessage' }],
  [claude('CronList', {}), 'outside.talk', { kind: 'text', text: 'CronList' }],
  [claude('TaskList', {}), 'todo_write', { kind: 'text', text: '' }],
  [claude('Monitor', { command: 'tail -f log; rm -rf ~' }), 'terminal.exec', shell('tail -f log; rm -rf ~')],
  [codex('view_image', { path: '/root/.ssh/id' }), 'files.read', paths('/root/.ssh/id')],
  [codex('update_goal', { status: 'complete' }), 'outside.talk', { kind: 'text', text: 'update_goal' }],
  [codex('spawn_agent', { prompt: 'look' }), 'run_subtask', { kind: 'text', text: 'look' }],
  [gemini('update_topic', { title: 'x' }), 'outside.talk', { kind: 'text', text: 'update_topic' }],
  [gemini('ask_user', { questions: [] }), 'outside.talk', { kind: 'text', text: 'ask_user' }],
  [gemini('invoke_agent', { prompt: 'look' }), 'run_subtask', { kind: 'text', text: 'look' }],
  [
    {
      ...gemini('mcp_docs_read_file', { path: 'x' }),
      mcp_context: { server_name: 'docs', tool_name: 'read_file' },
    },
    'mcp__docs__read_file',
    { kind: 'text', text: '{"path":"x"}' },
  ],
  [
    { ...claude('Read', { file_path: 'x' }), mcp_server: { name: 'evil' } },
    'mcp__evil__Read',
    { kind: 'text', text: '{"file_path":"x"}' },
  ],
  [
    claude('mcp__github__create_issue', { title: 'x' }, { mcp_server: { name: 'github' } }),
    'mcp__github__create_issue',
    { kind: 'text', text: '{"title":"x"}' },
  ],
  [
    claude('mcp__github__create_issue', { title: 'x' }),
    'mcp__github__create_issue',
    { kind: 'text', text: '{"title":"x"}' },
  ],
  [codex('Bash', { command: 'git push' }), 'terminal.exec', shell('git push')],
  [codex('shell', { command: ['bash', '-lc', 'ls -la'] }), 'terminal.exec', shell("bash -lc 'ls -la'")],
  [
    codex('apply_patch', {
      command: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch',
    }),
    'files.edit',
    paths('/work/app/src/a.ts'),
  ],
  [
    codex('apply_patch', {
      command: '*** Begin Patch\n*** Add File: b\n+x\n*** Delete File: c\n*** End Patch',
    }),
    'files.delete',
    paths('/work/app/b', '/work/app/c'),
  ],
  [gemini('run_shell_command', { command: 'ls', directory: '/work/app/sub' }), 'terminal.exec', shell('ls')],
  [gemini('read_file', { absolute_path: '/etc/hosts' }), 'files.read', paths('/etc/hosts')],
  [gemini('replace', { file_path: 'a', old_string: '1', new_string: '2' }), 'files.edit', paths('a')],
  [
    gemini('web_fetch', { prompt: 'sum up https://example.com/x please' }),
    'web.fetch',
    { kind: 'url', url: 'https://example.com/x' },
  ],
  [gemini('save_memory', { fact: 'tabs' }), 'remember', { kind: 'text', text: 'tabs' }],
  [cursor('beforeShellExecution', { command: 'npm i x', cwd: CWD }), 'terminal.exec', shell('npm i x')],
  [
    cursor('beforeReadFile', { file_path: '/work/app/.env', content: 'S=1' }),
    'files.read',
    paths('/work/app/.env'),
  ],
  [
    cursor('beforeMCPExecution', { tool_name: 'search', tool_input: '{"q":"a"}', server: 'docs' }),
    'mcp__docs__search',
    { kind: 'text', text: '{"q":"a"}' },
  ],
])('%j is %s', (event, tool, specifier) => {
  const { call, place } = read(event)
  expect(call.tool.name).toBe(tool)
  expect(call.specifier).toEqual(specifier)
  expect(place.cwd.startsWith(CWD)).toBe(true)
})

test.each([
  ['files.read', 'a tool with one of our names but arguments of its own'],
  ['terminal.exec', 'another'],
  ['toString', 'a name of every object'],
  ['__proto__', 'another'],
  ['Bash', 'a known tool without its arguments'],
])('%s (%s) is external, whatever it is called', (name) => {
  const { call } = read(claude(name, { whatever: 1 }))
  expect(call.tool).toMatchObject({ category: 'external', kind: 'text', destructive: false })
})

const patch = (...lines: string[]) => ({ command: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })

test.each([
  ['a second command', codex('exec_command', { command: 'ls', cmd: 'rm -rf ~' })],
  ['two folders', gemini('run_shell_command', { command: 'ls', directory: 'a', dir_path: '/root' })],
  ['a path that is no text', claude('Read', { file_path: ['/etc/shadow'] })],
  [
    'a header that only looks like one',
    codex('apply_patch', patch('*** Add File: src/a', '+x', '*** Adds File: /b')),
  ],
  ['two patches', codex('apply_patch', { ...patch('*** Add File: a'), input: '*** Add File: b' })],
  ['a slash command', claude('SlashCommand', { command: '/deploy' })],
  [
    'a watched command beside a watched address',
    claude('Monitor', { command: 'ls', ws: { url: 'wss://example.com' } }),
  ],
  ['bookkeeping of another agent', claude('update_topic', {})],
  ['talk of another agent', gemini('AskUserQuestion', {})],
  ['a tool that starts something later', claude('CronCreate', { cron: '* * * * *', prompt: 'x' })],
  ['an image by no path', codex('view_image', { path: ['/etc/shadow'] })],
])('%s makes a call unknown, and unknown ones are external', (_what, event) => {
  expect(read(event).call.tool).toMatchObject({ category: 'external', kind: 'text' })
})

test.each([
  [claude('Grep', { pattern: '.', file_path: 'src', path: '/root/.ssh' }), ['src', '/root/.ssh']],
  [claude('Glob', { pattern: '/root/.ssh/**' }), ['/root/.ssh/']],
  [claude('Grep', { pattern: 'KEY', glob: '.env' }), ['.env']],
  [claude('NotebookEdit', { file_path: 'a', notebook_path: '/root/.bashrc' }), ['a', '/root/.bashrc']],
  [claude('MultiEdit', { file_path: 'a', edits: [{ file_path: '/b' }] }), ['a', '/b']],
  [
    codex('apply_patch', patch('*** Add File: a', ' *** Add File: /root/.bashrc')),
    ['/work/app/a', '/root/.bashrc'],
  ],
  [codex('apply_patch', { ...patch('*** Add File: a'), workdir: '/root' }), ['/root/a']],
])('every path that is named is judged: %j', (event, expected) => {
  expect(read(event).call.specifier).toEqual(paths(...expected))
})

test('a command is judged where it runs', () => {
  expect(read(gemini('run_shell_command', { command: 'cat x', directory: '/root/.aws' })).place.cwd).toBe(
    '/root/.aws',
  )
  expect(read(gemini('run_shell_command', { command: 'cat x', dir_path: 'sub' })).place.cwd).toBe(
    '/work/app/sub',
  )
})

test('names that look alike stay apart, and a tool is of the server that has it', () => {
  const names = ['mcp__fs__read_file', 'mcp__fs__read!file', 'mcp__fs__read file'].map(
    (name) => read(claude(name, {})).call.tool.name,
  )
  expect(new Set(names).size).toBe(3)
  const lied = cursor('beforeMCPExecution', { tool_name: 'mcp__github__get_me', server: 'evil' })
  expect(read(lied).call.tool.name).toBe('mcp__evil__mcp__github__get_me')
})

test.each([
  [claude('Bash', { command: 'ls' }), 'claude-code'],
  [codex('Bash', { command: 'ls' }), 'codex'],
  [gemini('read_file', { path: 'a' }), 'gemini'],
  [cursor('beforeShellExecution', { command: 'ls' }), 'cursor'],
])('an agent is known by the form of its events', (event, agent) => {
  expect(read(event).agent).toBe(agent)
})

test('plan mode of the outer agent is seen', () => {
  expect(read(claude('Bash', { command: 'ls' }, { permission_mode: 'plan' })).place.planning).toBe(true)
  expect(read(claude('Bash', { command: 'ls' })).place.planning).toBe(false)
})

const said = (hookEventName: string, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

/** Answers as each agent reads them. */
test.each([
  ['claude-code', 'PreToolUse', 'ask', true, said('PreToolUse', decision('ask'))],
  ['claude-code', 'PreToolUse', 'deny', true, said('PreToolUse', decision('deny'))],
  ['claude-code', 'PermissionRequest', 'ask', true, {}],
  ['codex', 'PreToolUse', 'allow', false, {}],
  ['codex', 'PreToolUse', 'deny', false, said('PreToolUse', decision('deny'))],
  ['codex', 'PermissionRequest', 'allow', false, allowed()],
  ['gemini', 'BeforeTool', 'allow', false, { decision: 'allow', reason: 'why' }],
  ['gemini', 'BeforeTool', 'deny', false, { decision: 'deny', reason: 'why' }],
  ['cursor', 'beforeShellExecution', 'deny', false, cursorSays('deny')],
  ['cursor', 'beforeShellExecution', 'allow', false, cursorSays('allow')],
] as const)('%s is answered at %s with %s', (agent, event, verdict, asks, answer) => {
  expect(JSON.parse(writeHookAnswer({ agent, event, asks }, { verdict, reason: 'why' }))).toEqual(answer)
})

function decision(verdict: string) {
  return { permissionDecision: verdict, permissionDecisionReason: 'why' }
}
function allowed() {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }
}
function cursorSays(permission: string) {
  return { permission, user_message: 'why', agent_message: 'why' }
}

/** Words of a refusal in any of the formats; undefined: the answer refuses nothing. */
function refusalIn(text: string): string | undefined {
  const answer = JSON.parse(text) as {
    decision?: string
    reason?: string
    permission?: string
    agent_message?: string
    hookSpecificOutput?: {
      permissionDecision?: string
      permissionDecisionReason?: string
      decision?: { behavior: string; message?: string }
    }
  } // what this module has just written
  const { hookSpecificOutput: own } = answer
  if (answer.decision === 'deny') return answer.reason
  if (answer.permission === 'deny') return answer.agent_message
  if (own?.permissionDecision === 'deny') return own.permissionDecisionReason
  return own?.decision?.behavior === 'deny' ? own.decision.message : undefined
}

test.each([
  ['claude-code', 'PreToolUse'],
  ['claude-code', 'PermissionRequest'],
  ['codex', 'PreToolUse'],
  ['codex', 'PermissionRequest'],
  ['gemini', 'BeforeTool'],
  ['cursor', 'beforeShellExecution'],
  ['cursor', 'beforeMCPExecution'],
  ['cursor', 'beforeReadFile'],
  ['cursor', 'preToolUse'],
] as const)('%s that would not ask at %s is refused what would ask, and told what helps', (agent, event) => {
  const words = refusalIn(writeHookAnswer({ agent, event, asks: false }, { verdict: 'ask', reason: 'why' }))
  expect(words).toContain('why')
  expect(words).toContain('start Countersign')
  expect(words).toContain('rules add allow')
})

test.each([
  ['claude-code', 'default', true],
  ['claude-code', 'acceptEdits', true],
  ['claude-code', 'plan', true],
  ['claude-code', 'bypassPermissions', false],
  ['claude-code', 'dontAsk', false],
  ['claude-code', 'auto', false],
  ['claude-code', 'a mode of tomorrow', false],
  ['claude-code', undefined, false],
] as const)('%s in mode %s asks itself: %s', (agent, permission_mode, asks) => {
  expect(read(claude('Bash', { command: 'ls' }, { permission_mode }), agent).asks).toBe(asks)
})

test.each([
  ['PreToolUse', 'default', false],
  ['PreToolUse', 'bypassPermissions', false],
  ['PermissionRequest', 'default', true],
  ['PermissionRequest', 'bypassPermissions', false],
  ['PermissionRequest', undefined, false],
] as const)('codex at %s in mode %s asks itself: %s', (hook_event_name, permission_mode, asks) => {
  const event = { ...codex('Bash', { command: 'ls' }), hook_event_name, permission_mode }
  expect(read(event, 'codex').asks).toBe(asks)
})

test('an event that looks like one of another agent is not left to a question', () => {
  expect(read(codex('Bash', { command: 'ls' }), 'claude-code').asks).toBe(false)
  expect(read(gemini('read_file', { path: 'a' })).asks).toBe(false)
  expect(read(cursor('beforeShellExecution', { command: 'ls' })).asks).toBe(false)
})

test.each([
  ['gemini', claude('Bash', { command: 'ls' })],
  ['cursor', claude('Bash', { command: 'ls' })],
  ['claude-code', gemini('read_file', { path: 'a' })],
  ['codex', cursor('beforeShellExecution', { command: 'ls' })],
] as const)('%s named for an event that it has not is unreadable', (agent, event) => {
  expect(readHookInput(JSON.stringify(event), agent, { cwd: CWD }).kind).toBe('unreadable')
})

test.each([[''], ['x'], ['[]'], ['null'], ['{"hook_event_name":"PreToolUse"}']])(
  '%j cannot be read',
  (text) => {
    expect(readHookInput(text, undefined, { cwd: CWD }).kind).toBe('unreadable')
  },
)

test('other events ask nothing', () => {
  for (const agent of HOOK_AGENTS)
    expect(readHookInput('{"hook_event_name":"SessionStart"}', agent, { cwd: CWD }).kind).toBe('other')
})
