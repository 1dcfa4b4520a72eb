/** @module-tag slow */
import { auditRoutes, workflowRoutes } from '@countersign/protocol'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { runBuilt } from '../../testing/run-cli.ts'
import { NO_TMUX, Terminal } from '../../testing/tmux.ts'

let server: ChatServer
beforeAll(async () => {
  server = await chatServer({})
  await writeFile(join(server.work, 'notes.md'), 'The kettle is broken.\n')
}, 60_000)
afterAll(() => server.close())

const cli = (...args: string[]) => runBuilt(['workflow', ...args], { env: server.env, cwd: server.work })

test('nodes are listed by words, and one is shown with its ports', async () => {
  const all = await cli('nodes')
  expect(all.stdout.split('\n').length).toBeGreaterThan(70)
  expect((await cli('nodes', 'csv')).stdout).toMatch(/^csv\.\w+: .+\ncsv\.\w+: /)
  expect(await cli('nodes', 'nonsense')).toMatchObject({ code: 1 })
  const one = await cli('node', 'files.write')
  expect(one.stdout).toMatch(/^files\.write: /)
  expect(one.stdout).toContain('tool (write')
  expect(one.stdout).toMatch(/ {2}path \(string, required\)/)
  expect(JSON.parse((await cli('node', 'text.join', '--json')).stdout)).toMatchObject({ kind: 'pure' })
  const wrong = await cli('node', 'files.wrote')
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('similar: ')])
}, 60_000)

const GRAPH = {
  version: 1,
  name: 'Copy',
  inputs: { file: { schema: { type: 'string' }, default: 'copy.md' } },
  outputs: {},
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'notes.md' } },
    { id: 'save', type: 'files.write', inputs: {}, bounds: ['*.md'] },
  ],
  edges: [
    { from: ['read', 'text'], to: ['save', 'content'] },
    { from: ['$input', 'file'], to: ['save', 'path'] },
  ],
}

test('a workflow is shown: its version, what it may do, its last runs and its graph', async () => {
  const made = await server.api.call(workflowRoutes.create, { body: { name: 'Copy', graph: GRAPH } })
  const id = made.ok ? made.body.workflow.id : ''
  expect((await cli('show', 'Copy')).stdout).toContain('not saved; this is the draft')
  const saved = await server.api.call(workflowRoutes.saveVersion, {
    params: { id },
    body: { message: '', base: 0 },
  })
  const hash = saved.ok ? saved.body.version.hash : ''
  const { stdout } = await cli('show', id, '--version', hash.slice(0, 8))
  expect(stdout).toContain(`version ${hash}`)
  expect(stdout).toContain('file (default "copy.md")')
  expect(stdout).toMatch(/save: files\.write\(\*\.md\)/)
  expect(stdout).toContain('never ran')
  expect(JSON.parse(stdout.slice(stdout.indexOf('\n{')))).toEqual(GRAPH)
  expect(JSON.parse((await cli('show', 'Copy', '--json')).stdout)).toMatchObject({ hash, graph: GRAPH })
  expect(await cli('show', 'Copy', '--version', 'ffff')).toMatchObject({ code: 1 })
}, 60_000)

test('a draft is tried on the last runs, without running', async () => {
  const graph = {
    version: 1,
    name: 'Again',
    inputs: {},
    outputs: {},
    nodes: [{ id: 'read', type: 'files.read', inputs: { path: 'notes.md' } }],
    edges: [],
  }
  const made = await server.api.call(workflowRoutes.create, { body: { name: 'Again', graph } })
  const id = made.ok ? made.body.workflow.id : ''
  expect((await cli('replay', 'Again')).stdout).toBe('No run of it has ended yet.\n')
  await server.api.call(workflowRoutes.saveVersion, { params: { id }, body: { message: '', base: 0 } })
  const run = await cli('run', 'Again', '--json')
  expect(run.code).toBe(0)
  const { id: ran } = JSON.parse(run.stdout) as { id: string } // our own view of a run
  expect((await cli('replay', 'Again')).stdout).toBe(`${ran}: 1 as before, 0 differ or ask\n`)
  const write = { id: 'save', type: 'files.write', inputs: { path: 'again.md', content: 'a' } }
  await server.api.call(workflowRoutes.saveDraft, {
    params: { id },
    body: { graph: { ...graph, nodes: [...graph.nodes, write] }, base: 0 },
  })
  const { stdout } = await cli('replay', 'Again', '--runs', '1')
  expect(stdout).toContain(`${ran}: 1 as before, 1 differs or asks\n`)
  expect(stdout).toMatch(/ {2}new +ask +save: files\.write\(again\.md\)\n/)
  await expect(readFile(join(server.work, 'again.md'))).rejects.toThrow('ENOENT')
  expect((await cli('replay', 'Again', '--version', 'ffff')).stderr).toContain('no saved version')
  expect(await cli('replay', 'Again', '--runs', 'many')).toMatchObject({ code: 1 })
}, 60_000)

const runNode = (type: string, inputs: unknown, ...more: string[]) =>
  cli('run-node', type, '--inputs', JSON.stringify(inputs), ...more)

test('one node runs through the gate: a read runs, a write is denied without a terminal, nothing stays in the list', async () => {
  const joined = await runNode('text.join', { texts: ['a', 'b'], separator: '-' })
  expect([joined.stderr, joined.code, JSON.parse(joined.stdout)]).toEqual(['', 0, { text: 'a-b' }])
  expect((await runNode('files.read', { path: 'notes.md' })).stdout).toContain('The kettle is broken.')
  const write = { path: 'made.md', content: 'made' }
  const denied = await runNode('files.write', write)
  expect([denied.code, denied.stderr]).toEqual([
    2,
    expect.stringContaining('denied because nobody is here to answer: files.write(made.md)'),
  ])
  await expect(readFile(join(server.work, 'made.md'))).rejects.toThrow('ENOENT')
  expect((await runNode('files.write', write, '--mode', 'acceptEdits')).code).toBe(0)
  expect(await readFile(join(server.work, 'made.md'), 'utf8')).toBe('made')
  expect(await runNode('text.join', { texts: 1 })).toMatchObject({ code: 1 })
  expect((await runNode('no.node', {})).stderr).toContain('there is no node `no.node`')
  expect((await cli('list')).stdout).not.toContain('One node')
  const audit = await server.api.call(auditRoutes.list, { query: {} })
  expect(JSON.stringify(audit)).toContain('made.md')
}, 120_000)

test('at a terminal the write is a card, and the answer is typed', async (context) => {
  if (NO_TMUX !== null) context.skip(NO_TMUX)
  const args = ['workflow', 'run-node', 'files.write', '--inputs', '{"path":"typed.md","content":"typed"}']
  const terminal = await Terminal.open({ args, cwd: server.work, env: server.env, columns: 120, rows: 40 })
  try {
    await terminal.until('a allow once, d deny:')
    expect(await terminal.screen()).toContain('typed.md')
    // An answer counts only once the person could have read the question.
    await expect
      .poll(
        async () => {
          // The terminal closes when the answer counts.
          await terminal.press('a', 'Enter').catch(() => {})
          return readFile(join(server.work, 'typed.md'), 'utf8').catch(() => '')
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe('typed')
  } finally {
    await terminal.close()
  }
}, 90_000)
