import { expect, test } from 'vitest'
import { readHookInput, writeHookAnswer, type HookCall } from './hook.ts'

function read(tool_name: string, tool_input: unknown): HookCall {
  const event = {
    hook_event_name: 'tool.execute.before',
    session_id: 's',
    cwd: '/srv/app',
    tool_name,
    tool_input,
  }
  const input = readHookInput(JSON.stringify(event), undefined, { cwd: '/srv/app' })
  if (input.kind !== 'call') throw new Error(JSON.stringify(input))
  return input.hook
}

const paths = (...asked: string[]) => ({ kind: 'path', paths: asked.map((one) => ({ asked: one })) })

test.each([
  ['bash', { command: 'ls', workdir: '/srv/app/sub' }, 'terminal.exec', { kind: 'shell', command: 'ls' }],
  ['read', { filePath: '/etc/passwd' }, 'files.read', paths('/etc/passwd')],
  ['write', { filePath: 'a', content: 'x' }, 'files.write', paths('a')],
  ['edit', { filePath: 'a', oldString: 'x', newString: 'y' }, 'files.edit', paths('a')],
  ['multiedit', { filePath: 'a', edits: [{ filePath: '/b' }] }, 'files.edit', paths('a', '/b')],
  [
    'apply_patch',
    { patchText: '*** Begin Patch\n*** Delete File: a\n*** End Patch' },
    'files.delete',
    paths('/srv/app/a'),
  ],
  ['glob', { pattern: '*.ts', path: 'src' }, 'files.search', paths('src')],
  ['grep', { pattern: 'x', path: '/root' }, 'files.search', paths('/root')],
  ['list', { path: 'src' }, 'files.list', paths('src')],
  ['webfetch', { url: 'https://example.com/' }, 'web.fetch', { kind: 'url', url: 'https://example.com/' }],
])('%s is read', (name, args, tool, specifier) => {
  const { call } = read(name, args)
  expect(call.tool.name).toBe(tool)
  expect(call.specifier).toEqual(specifier)
  expect(call.args).toEqual(args)
})

test('a command is judged where it runs', () => {
  expect(read('bash', { command: 'ls', workdir: 'sub' }).place.cwd).toBe('/srv/app/sub')
})

test('an edit shows both sides', () => {
  expect(read('edit', { filePath: 'a', oldString: 'x', newString: 'y' }).call.body).toMatchObject({
    kind: 'write',
    before: 'x',
    after: 'y',
  })
})

test.each([
  // The server `web` with a tool `fetch` is not the tool of another agent.
  ['web_fetch', { url: 'https://example.com/' }],
  ['run_shell_command', { command: 'ls' }],
  ['Bash', { command: 'ls' }],
  ['write', { filePath: 'a', file_path: '/etc/passwd', content: 'x' }],
  ['maker_make', { path: 'a' }],
])('%s %j is unknown, and asks', (name, args) => {
  expect(read(name, args).call.tool).toMatchObject({ category: 'external', kind: 'text' })
})

test.each(['invalid', 'question', 'skill', 'todoread'])('%s is talk', (name) => {
  expect(read(name, {}).call.tool.name).toBe('outside.talk')
})

test.each(['deny', 'ask'] as const)('what is answered with %s does not run', (verdict) => {
  const answer = writeHookAnswer(read('bash', { command: 'ls' }), { verdict, reason: 'why' })
  expect(JSON.parse(answer)).toMatchObject({ decision: 'deny' })
})
