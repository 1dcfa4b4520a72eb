import type { Graph } from '@countersign/workflow'
import { describe, expect, test } from 'vitest'
import { addNode, after, changeNode, connect, copy, inOrder, paste, removeNode, setValue } from './changes.ts'
import { act, applyOps, begin, nodeAt, redo, undo, type Op } from './edit.ts'

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

/** fetch → summarise → write, and another node in a body. */
function sample(): Graph {
  return {
    ...EMPTY,
    inputs: { file: { schema: { type: 'string' }, default: 'a.md' } },
    outputs: { path: ['save', 'path'] },
    nodes: [
      { id: 'save', type: 'files.write', inputs: {} },
      { id: 'page', type: 'web.fetch', inputs: { url: 'https://example.com' } },
      { id: 'sum', type: 'llm.generate', inputs: { prompt: 'Summarise.' } },
      {
        id: 'each',
        type: 'map',
        inputs: {},
        body: {
          inputs: { item: { schema: true } },
          outputs: { result: ['up', 'text'] },
          nodes: [{ id: 'up', type: 'text.case', inputs: { to: 'upper' } }],
          edges: [{ from: ['$input', 'item'], to: ['up', 'text'] }],
        },
      },
    ],
    edges: [
      { from: ['page', 'text'], to: ['sum', 'context'] },
      { from: ['sum', 'text'], to: ['save', 'content'] },
      { from: ['$input', 'file'], to: ['save', 'path'] },
    ],
    view: { save: { x: 1, y: 2 } },
  }
}

const CHANGES: readonly (readonly [name: string, ops: (graph: Graph) => readonly Op[]])[] = [
  ['adds a node', (graph) => addNode(graph, { body: '', type: 'text.join', place: { x: 3, y: 4 } }).ops],
  ['adds a node in a body', (graph) => addNode(graph, { body: 'each', type: 'text.trim' }).ops],
  ['removes a node with its wires and outputs', (graph) => removeNode(graph, 'save')],
  ['removes a node in the middle', (graph) => removeNode(graph, 'sum')],
  ['removes a node with a body', (graph) => removeNode(graph, 'each')],
  ['removes a node in a body', (graph) => removeNode(graph, 'each/up')],
  ['sets a value in place of a wire', (graph) => setValue(graph, 'save', 'path', 'b.md')],
  ['takes a value away', (graph) => setValue(graph, 'sum', 'prompt', undefined)],
  [
    'wires in place of a value',
    (graph) => connect(graph, '', { from: ['page', 'text'], to: ['sum', 'prompt'] }),
  ],
  [
    'wires in place of a wire',
    (graph) => connect(graph, '', { from: ['page', 'text'], to: ['save', 'content'] }),
  ],
  ['changes fields', (graph) => changeNode(graph, 'save', { title: 'Save it', bounds: ['*.md'] })],
  ['renames the graph', () => [{ kind: 'set_name', name: 'Other' }]],
  [
    'adds an input',
    () => [{ kind: 'set_input', body: '', name: 'n', input: { schema: { type: 'number' } } }],
  ],
  ['removes an input of a body', () => [{ kind: 'set_input', body: 'each', name: 'item', input: null }]],
  ['sets an output', () => [{ kind: 'set_output', body: '', name: 'text', from: ['sum', 'text'] }]],
  ['moves a node', () => [{ kind: 'set_place', address: 'save', place: { x: 9, y: 9 } }]],
  ['pastes nodes', (graph) => paste(graph, '', copy(graph, '', ['page', 'sum']), { x: 0, y: 0 }).ops],
]

describe('every change can be taken back', () => {
  test.each(CHANGES)('%s', (_name, change) => {
    const before = sample()
    const ops = change(before)
    const { graph, inverse } = applyOps(before, ops)
    expect(graph).not.toEqual(before)
    const back = applyOps(graph, inverse)
    expect(back.graph).toEqual(before)
    expect(applyOps(back.graph, back.inverse).graph).toEqual(graph)
    // The original graph is not mutated.
    expect(before).toEqual(sample())
  })
})

test('undo and redo go through all steps and back', () => {
  const steps = CHANGES.slice(0, 9)
  let history = begin(sample())
  const seen = [history.graph]
  for (const [label, change] of steps) {
    history = act(history, label, change(history.graph))
    if (history.graph !== seen.at(-1)) seen.push(history.graph)
  }
  const end = history.graph
  for (const graph of seen.toReversed()) {
    expect(history.graph).toEqual(graph)
    history = undo(history)
  }
  expect(undo(history)).toBe(history)
  while (history.redo.length > 0) history = redo(history)
  expect(history.graph).toEqual(end)
})

test('a change that changes nothing is no step', () => {
  const history = begin(sample())
  expect(act(history, 'nothing', [{ kind: 'remove_node', body: '', id: 'gone' }])).toBe(history)
})

test('ids are free, and named after the type', () => {
  const graph = sample()
  expect(addNode(graph, { body: '', type: 'files.write' }).id).toBe('write')
  const again = applyOps(graph, addNode(graph, { body: '', type: 'files.write' }).ops).graph
  expect(addNode(again, { body: '', type: 'files.write' }).id).toBe('write2')
  expect(nodeAt(again, 'write')).toEqual({ id: 'write', type: 'files.write', inputs: {} })
  expect(
    nodeAt(applyOps(graph, addNode(graph, { body: '', type: 'map' }).ops).graph, 'map')?.body,
  ).toBeDefined()
})

test('nodes are listed in the order in which they run, each once, rings too', () => {
  expect(inOrder(sample()).map(({ id }) => id)).toEqual(['page', 'sum', 'save', 'each'])
  const ring: Graph = {
    ...sample(),
    edges: [...sample().edges, { from: ['save', 'path'], to: ['page', 'url'] }],
  }
  expect(
    inOrder(ring)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(['each', 'page', 'save', 'sum'])
  expect([...after(sample(), 'page')].toSorted()).toEqual(['page', 'save', 'sum'])
})

test('pasted nodes get ids of their own and keep the wires between them', () => {
  const graph = sample()
  const { ids, ops } = paste(graph, '', copy(graph, '', ['page', 'sum']))
  expect(ids).toEqual(['page2', 'sum2'])
  const pasted = applyOps(graph, ops).graph
  expect(pasted.edges).toContainEqual({ from: ['page2', 'text'], to: ['sum2', 'context'] })
  expect(pasted.edges).toHaveLength(4)
})
