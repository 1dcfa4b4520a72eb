import type { NodeEffect } from '@countersign/protocol'
import { readGraph, type Graph } from '@countersign/workflow'
import { expect, test } from 'vitest'
import { draftDiff } from './draft-diff.ts'

function graph(change: Readonly<Record<string, unknown>>): Graph {
  const read = readGraph({
    version: 1,
    name: 'One',
    inputs: {},
    outputs: {},
    nodes: [],
    edges: [],
    ...change,
  })
  if (!read.ok) throw new Error(read.error.map(({ message }) => message).join())
  return read.value
}

const effect = (node: string, path: string): NodeEffect => ({
  node,
  title: node,
  tool: 'files.write',
  category: 'write',
  destructive: 'no',
  reach: 'exact',
  specifiers: [path],
  outside: [],
  flows: [],
  repeats: false,
  again: false,
  secrets: [],
  model: null,
})
const SAVE = { id: 'save', type: 'files.write', inputs: { path: 'a.md', content: 'x' } }

test('two drafts: new effects, nodes, wires, and what only the page knows', () => {
  const theirs = { graph: graph({ nodes: [SAVE] }), effects: [effect('save', 'a.md')] }
  const mine = {
    graph: graph({
      name: 'Two',
      nodes: [
        { ...SAVE, inputs: { path: 'b.md' } },
        { id: 'now', type: 'time.now', inputs: {} },
      ],
      edges: [{ from: ['now', 'time'], to: ['save', 'content'] }],
      view: { save: { x: 1, y: 2 } },
    }),
    effects: [effect('save', 'b.md')],
  }
  expect(draftDiff(theirs, mine)).toEqual({
    effects_added: [effect('save', 'b.md')],
    effects_removed: [effect('save', 'a.md')],
    nodes: [
      { node: 'now', change: 'added', fields: [] },
      { node: 'save', change: 'changed', fields: ['inputs'] },
      { node: 'Two', change: 'changed', fields: ['name', 'places of nodes'] },
    ],
    edges: [{ edge: 'now.time → save.content', change: 'added' }],
  })
})

test('a draft that does not compile has unknown effects, and the graphs are compared all the same', () => {
  const found = draftDiff(
    { graph: graph({ nodes: [SAVE] }), effects: null },
    { graph: graph({}), effects: [] },
  )
  expect(found.effects_removed).toEqual([])
  expect(found.nodes).toEqual([{ node: 'save', change: 'removed', fields: [] }])
})
