/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

let server: TestServer
let folder = ''
const me = new WorkflowUser(() => server)
beforeAll(async () => {
  server = await testServer()
  folder = join(server.workspace, '.countersign', 'workflows')
}, 60_000)
afterAll(() => server.close(), 60_000)

const listed = async () =>
  workflowRoutes.projectWorkflows.reply.parse((await me.ask('GET', '/api/project-workflows')).json).workflows
const imported = (body: object) => me.ask('POST', '/api/project-workflows/import', body)
const WRITES = JSON.stringify(oneNode('save', 'files.write', { path: 'a.txt', content: 'x' }))

test('what a project brings is listed with what it could do, and is imported as a draft by a person', async () => {
  expect(await listed()).toEqual([])
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'write.json'), WRITES)
  await writeFile(join(folder, 'broken.json'), '{')
  await writeFile(join(folder, 'other.json'), JSON.stringify(oneNode('x', 'no.such', {})))
  await writeFile(join(folder, 'note.txt'), 'not a graph')
  const found = await listed()
  expect(found).toMatchObject([
    { file: 'broken.json', graph: null, manifest: null, problems: [{ code: 'not_json' }] },
    { file: 'other.json', name: 'One', manifest: null, problems: [{ code: 'unknown_type' }] },
    { file: 'write.json', name: 'One', problems: [], manifest: { effects: [{ node: 'save' }] } },
  ])
  const { text_hash } = found[2] ?? { text_hash: '' }
  const { json, status } = await imported({ file: 'write.json', text_hash })
  expect(status).toBe(200)
  const { workflow } = workflowRoutes.importProjectWorkflow.reply.parse(json)
  // It is a draft: no version, so nothing that could run or be granted.
  expect(workflow).toMatchObject({ name: 'One', head: null, triggers: 0, problems: [] })
  expect((await me.ask('POST', `/api/workflows/${workflow.id}/runs`, { inputs: {} })).status).toBe(409)
  const broken = found[0]?.text_hash ?? ''
  expect((await imported({ file: 'broken.json', text_hash: broken })).status).toBe(409)
}, 60_000)

test('a file that changed since it was listed, a link and a name that leads elsewhere are refused', async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'write.json'), WRITES)
  const text_hash = (await listed()).find(({ file }) => file === 'write.json')?.text_hash ?? ''
  await writeFile(join(folder, 'write.json'), WRITES.replace('a.txt', 'b.txt'))
  expect((await imported({ file: 'write.json', text_hash })).status).toBe(409)
  await writeFile(join(server.workspace, 'outside.json'), WRITES)
  await symlink(join(server.workspace, 'outside.json'), join(folder, 'link.json'))
  expect((await listed()).map(({ file }) => file)).not.toContain('link.json')
  for (const file of ['link.json', '../../outside.json', '../workflows/write.json', 'none.json'])
    expect((await imported({ file, text_hash })).status).toBe(404)
}, 60_000)
