import type { WorkflowView } from '@countersign/protocol'
import type { Graph } from '@countersign/workflow'
import { expect, test } from 'vitest'
import { addNode, connect } from './changes.ts'
import { applyOps } from './edit.ts'
import { ghostLooks, withGhosts } from './ghosts.ts'
import { DraftSession, type SaveResult } from './session.ts'

const EMPTY: Graph = {
  version: 1,
  name: 'Test',
  inputs: {},
  outputs: {},
  nodes: [],
  edges: [],
  tests: [],
  view: {},
}

function workflow(base: number): WorkflowView {
  return {
    id: 'wf_1',
    name: 'Test',
    head: null,
    changed: true,
    updated_at: 0,
    last_run: null,
    triggers: 0,
    draft: { ...EMPTY },
    draft_base: base,
    problems: [],
    hash: null,
    inputs: [],
    manifest: null,
  }
}

/** A session with a scripted server: timers run when the test says so. */
function scripted(answers: readonly SaveResult[]) {
  const saved: { readonly graph: Graph; readonly base: number }[] = []
  const timers: (() => void)[] = []
  const left = [...answers]
  const session = new DraftSession(workflow(1), EMPTY, {
    save: async (graph, base) => {
      saved.push({ graph, base })
      return left.shift() ?? { ok: true, workflow: workflow(base + 1) }
    },
    later: (_ms, run) => {
      timers.push(run)
      return () => timers.splice(timers.indexOf(run), 1)
    },
  })
  return { session, saved, timers }
}

const add = (session: DraftSession, type: string) => {
  const { ops } = addNode(session.graph, { body: '', type })
  session.act(type, ops)
}

test('a change is saved after a while, and several are saved once', async () => {
  const { session, saved, timers } = scripted([])
  add(session, 'text.join')
  add(session, 'text.trim')
  expect(session.now().saving).toBe('unsaved')
  expect(timers).toHaveLength(1)
  expect(await session.flush()).toBe(true)
  expect(saved.map(({ base, graph }) => [base, graph.nodes.length])).toEqual([[1, 2]])
  expect(session.now().saving).toBe('saved')
  add(session, 'text.cut')
  await session.flush()
  expect(saved.at(-1)?.base).toBe(2)
})

test('a conflict stops saving until the person decides; keeping mine saves over theirs', async () => {
  const { session, saved } = scripted([{ ok: false, conflict: true, message: 'changed since' }])
  add(session, 'text.join')
  expect(await session.flush()).toBe(false)
  expect(session.now().saving).toBe('conflict')
  add(session, 'text.trim')
  expect(await session.flush()).toBe(false)
  expect(saved).toHaveLength(1)
  expect(await session.keepMine(workflow(7))).toBe(true)
  expect(saved.at(-1)).toMatchObject({ base: 7 })
  expect(saved.at(-1)?.graph.nodes).toHaveLength(2)
})

test('taking theirs begins anew', async () => {
  const { session } = scripted([{ ok: false, conflict: true, message: 'changed since' }])
  add(session, 'text.join')
  await session.flush()
  session.takeTheirs(workflow(9), EMPTY)
  expect(session.graph.nodes).toEqual([])
  expect(session.now()).toMatchObject({ saving: 'saved', workflow: { draft_base: 9 } })
})

test('letters typed into one field are one step of undo', () => {
  const { session } = scripted([])
  session.act('name', [{ kind: 'set_name', name: 'A' }], 'name')
  session.act('name', [{ kind: 'set_name', name: 'Ab' }], 'name')
  session.undo()
  expect(session.graph.name).toBe('Test')
  session.redo()
  expect(session.graph.name).toBe('Ab')
})

/** Two nodes and a wire between them, each a separate proposal. */
function withProposals() {
  const { session, saved } = scripted([])
  const one = addNode(session.graph, { body: '', type: 'text.join' })
  session.propose('add join', one.ops)
  const graph = applyOps(session.graph, one.ops).graph
  const two = addNode(graph, { body: '', type: 'text.trim' })
  session.propose('add trim', two.ops)
  const both = applyOps(graph, two.ops).graph
  session.propose('wire', connect(both, '', { from: ['join', 'text'], to: ['trim', 'text'] }))
  return { session, saved }
}

test('proposals change nothing and are not saved', async () => {
  const { session, saved } = withProposals()
  expect(session.graph).toBe(EMPTY)
  expect(withGhosts(session.graph, session.now().ghosts).edges).toHaveLength(1)
  expect(ghostLooks(session.graph, session.now().ghosts).get('join')).toEqual({ number: 1, change: 'added' })
  await session.flush()
  expect(saved).toEqual([])
})

test('an accepted wire brings the nodes that it needs, as one step of undo', () => {
  const { session } = withProposals()
  session.accept(3)
  expect(session.now().ghosts).toEqual([])
  expect(session.graph.nodes.map(({ id }) => id)).toEqual(['join', 'trim'])
  expect(session.graph.edges).toHaveLength(1)
  session.undo()
  expect(session.graph).toEqual(EMPTY)
})

test('some are accepted and some declined; each change of them counts', () => {
  const { session } = withProposals()
  const { revision } = session.now()
  session.accept(1)
  session.decline(3)
  expect(session.now().revision).toBe(revision + 2)
  expect(session.now().ghosts.map(({ number }) => number)).toEqual([2])
  session.decline('all')
  expect(session.graph.nodes.map(({ id }) => id)).toEqual(['join'])
})
