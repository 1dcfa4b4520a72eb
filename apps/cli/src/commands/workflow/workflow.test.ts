/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { runCli } from '../../testing/run-cli.ts'

let server: ChatServer
let folder = ''
beforeAll(async () => {
  server = await chatServer({})
  folder = await mkdtemp(join(tmpdir(), 'cs-workflow-'))
}, 60_000)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const GRAPH = {
  version: 1,
  name: 'Greet',
  inputs: { who: { schema: { type: 'string' } } },
  outputs: { text: ['say', 'text'] },
  nodes: [{ id: 'say', type: 'text.template', inputs: { template: 'Hello {{who}}' } }],
  edges: [{ from: ['$input', 'who'], to: ['say', 'who'] }],
}

test('a workflow is imported, listed, run, planned and exported', async () => {
  const cli = (...args: string[]) => runCli(['workflow', ...args], { env: server.env })
  expect(await cli('list')).toMatchObject({ code: 0, stdout: 'No workflows yet.\n' })
  const file = join(folder, 'greet.json')
  await writeFile(file, JSON.stringify(GRAPH))
  expect((await cli('import', file)).stdout).toMatch(/^wf_\w+ {2}Greet\n$/)
  expect((await cli('run', 'Greet')).stderr).toContain('no saved version')
  const listed = await server.api.call(workflowRoutes.list, { query: {} })
  const id = listed.ok ? (listed.body.workflows[0]?.id ?? '') : ''
  await server.api.call(workflowRoutes.saveVersion, { params: { id }, body: { message: '', base: 0 } })
  const ran = await cli('run', 'greet', '--inputs', '{"who":"you"}')
  expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, { text: 'Hello you' }])
  expect(await cli('run', 'Greet')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('failed') as string,
  })
  expect((await cli('run', 'Greet', '--inputs', 'no')).stderr).toContain('`--inputs` takes a JSON object')
  expect((await cli('plan', 'Greet', '--inputs', '{"who":"you"}')).stdout).toBe('It has no effects.\n')
  expect(JSON.parse((await cli('export', 'Greet')).stdout)).toEqual(GRAPH)
  expect((await cli('run', 'Nothing')).stderr).toContain('there is no workflow')
}, 120_000)

test('the tests in a file run without a server: effects are stubbed, decisions are real', async () => {
  const graph = {
    version: 1,
    name: 'Save',
    inputs: { text: { schema: { type: 'string' } } },
    outputs: { text: ['page', 'text'] },
    nodes: [
      { id: 'page', type: 'web.fetch', inputs: { url: 'https://example.com/' } },
      { id: 'save', type: 'files.write', inputs: { path: 'out.md' } },
    ],
    edges: [{ from: ['page', 'text'], to: ['save', 'content'] }],
    tests: [
      {
        name: 'saves what it fetched',
        inputs: { text: 'x' },
        stubs: { page: { value: { text: 'hello' } }, save: { value: { text: 'written' } } },
        expect: {
          outputs: { text: 'hello' },
          calls: [
            { node: 'page', specifier: 'https://example.com/' },
            { node: 'save', specifier: 'out.md', verdict: 'ask' },
          ],
        },
      },
    ],
  }
  const file = join(folder, 'save.json')
  await writeFile(file, JSON.stringify(graph))
  const alone = { env: { COUNTERSIGN_HOME: join(folder, 'no-server') } }
  const good = await runCli(['workflow', 'test', file], alone)
  expect([good.stderr, good.code, good.stdout]).toEqual([
    '',
    0,
    'passed saves what it fetched\n1 passed, 0 failed\n',
  ])
  const bad = await runCli(['workflow', 'test', file, '--mode', 'auto'], alone)
  expect(bad.code).toBe(1)
  expect(bad.stdout).toContain('`save` does not make the call out.md')
}, 60_000)

test('a workflow of n8n comes in with placeholders; a graph goes out as a diagram', async () => {
  const n8n = {
    name: 'From n8n',
    nodes: [
      { name: 'Get', type: 'n8n-nodes-base.httpRequest', parameters: { url: 'https://example.com/' } },
      { name: 'Tell', type: 'n8n-nodes-base.slack', parameters: { text: 'hi' } },
    ],
    connections: { Get: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
  }
  const file = join(folder, 'n8n.json')
  await writeFile(file, JSON.stringify(n8n))
  const cli = (...args: string[]) => runCli(['workflow', ...args], { env: server.env })
  const made = await cli('import', file)
  expect(made.stdout).toContain('From n8n')
  expect(made.stdout).toContain('have no counterpart')
  expect((await cli('export', 'From n8n', '--format', 'mermaid')).stdout).toMatch(/^(?:flowchart|graph) /)
}, 60_000)
