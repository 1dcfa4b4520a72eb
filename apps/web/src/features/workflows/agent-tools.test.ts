import type { CallId, NodeTypeView, ThreadId, WorkflowView } from '@countersign/protocol'
import type { Graph } from '@countersign/workflow'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runTool } from './agent-tools.ts'
import { offerEditor } from './model/open-sessions.ts'
import { DraftSession } from './model/session.ts'

const GRAPH: Graph = {
  version: 1,
  name: 'Test',
  inputs: {},
  outputs: {},
  nodes: [{ id: 'page', type: 'web.fetch', inputs: { url: 'https://example.com' } }],
  edges: [],
  tests: [],
  view: {},
}

const text = (name: string) => ({ name, schema: { type: 'string' }, required: true })
const TYPES = new Map<string, NodeTypeView>(
  ['web.fetch', 'files.write'].map((type) => [
    type,
    {
      type,
      title: type,
      group: 'x',
      about: type === 'files.write' ? 'Writes a file' : 'Fetches a page',
      kind: 'tool',
      inputs: type === 'files.write' ? [text('path'), text('content')] : [text('url')],
      outputs: [text('text')],
      category: 'write',
      destructive: 'no',
      repeat: 'never',
      hash: '0'.repeat(64),
    },
  ]),
)

let session: DraftSession
let close: () => void
beforeEach(() => {
  const workflow = { id: 'wf_1', draft_base: 1, problems: [] } as unknown as WorkflowView // the tools read only this much of it
  session = new DraftSession(workflow, GRAPH, {
    save: async () => ({ ok: false, conflict: false, message: 'never' }),
    later: () => () => {},
  })
  close = offerEditor('wf_1', { session, types: () => TYPES })
})
afterEach(() => close())

const OF = { call: 'call_1' as CallId, thread: 'thr_1' as ThreadId } // ids are brands of text
const run = (name: string, args: Record<string, unknown> = {}) =>
  runTool(name, { workflow_id: 'wf_1', ...args }, new AbortController().signal, OF)

test('nodes and wires are proposed; what the server applied is one step of undo', async () => {
  expect(
    await run('add_node', { node_type: 'files.write', id: 'save', inputs: { path: 'a.md' } }),
  ).toMatchObject({
    ok: true,
  })
  const wired = await run('connect_nodes', { from: ['page', 'text'], to: ['save', 'content'] })
  expect(wired.text).toContain('Revision 2')
  expect(session.graph).toBe(GRAPH)
  expect(await run('apply', { applied: [1, 2], draft_base: 4 })).toMatchObject({ ok: true })
  expect(session.now()).toMatchObject({ ghosts: [], saving: 'saved', workflow: { draft_base: 4 } })
  expect(session.graph.nodes.map(({ id }) => id)).toEqual(['page', 'save'])
  expect(session.graph.edges).toEqual([{ from: ['page', 'text'], to: ['save', 'content'] }])
  session.undo()
  expect(session.graph).toEqual(GRAPH)
})

test('errors list what is there', async () => {
  expect((await run('delete_node', { node: 'gone' })).text).toContain('there are: page')
  expect((await run('add_node', { node_type: 'web.fetsh' })).ok).toBe(false)
  expect((await run('connect_nodes', { from: ['page', 'body'], to: ['page', 'url'] })).text).toContain(
    'it has text',
  )
  expect((await run('delete_edge', { from: ['page', 'text'], to: ['page', 'url'] })).text).toContain('none')
  expect(
    (await runTool('get_graph', { workflow_id: 'wf_2' }, new AbortController().signal, OF)).text,
  ).toContain('wf_1')
})

test('a pasted graph is one proposal for each node and wire, and can be discarded', async () => {
  const graph = {
    version: 1,
    name: 'More',
    nodes: [
      { id: 'page', type: 'web.fetch' },
      { id: 'save', type: 'files.write' },
    ],
    edges: [{ from: ['page', 'text'], to: ['save', 'content'] }],
  }
  expect(await run('paste', { graph })).toMatchObject({ ok: true })
  expect(session.now().ghosts.map(({ label }) => label)).toEqual([
    'add page2 (web.fetch)',
    'add save (files.write)',
    'wire page2.text to save.content',
  ])
  await run('discard')
  expect(session.now().ghosts).toEqual([])
  expect(session.graph).toBe(GRAPH)
})
