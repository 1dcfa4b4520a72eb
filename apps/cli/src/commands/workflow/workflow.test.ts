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
  expect((await cli('run', 'Greet', '--inputs', 'no')).stderr).toContain('`--inputs` is a JSON object')
  expect((await cli('plan', 'Greet', '--inputs', '{"who":"you"}')).stdout).toBe('It has no effects.\n')
  expect(JSON.parse((await cli('export', 'Greet')).stdout)).toEqual(GRAPH)
  expect((await cli('run', 'Nothing')).stderr).toContain('there is no workflow')
}, 120_000)
