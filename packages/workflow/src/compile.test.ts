import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { readGraph } from './format.ts'
import { createRegistry } from './nodes/registry.ts'
import { SAMPLE_TOOLS } from './testing/tool-facts.ts'

const registry = createRegistry(SAMPLE_TOOLS)

function errorsOf(json: unknown) {
  const graph = readGraph(json)
  if (!graph.ok) return graph.error
  const result = compile(graph.value, registry)
  return result.ok ? [] : result.errors
}

const graph = (nodes: unknown[], edges: unknown[] = [], rest: object = {}) => ({
  version: 1,
  name: 'g',
  nodes,
  edges,
  ...rest,
})
const join = { id: 'join', type: 'text.join', inputs: { texts: ['a'] } }
const body = { outputs: { result: ['$input', 'item'] }, nodes: [], edges: [] }
const deep = (levels: number): object =>
  levels === 0
    ? { id: 'm', type: 'map', inputs: { items: [] }, body }
    : { id: 'm', type: 'map', inputs: { items: [] }, body: { ...body, nodes: [deep(levels - 1)] } }

// prettier-ignore
test.each<readonly [what: string, json: unknown, code: string, node: string | null, fits: string[]]>([
  ['a text that is no JSON', '{', 'not_json', null, []],
  ['a key that changes objects', '{"version":1,"name":"x","nodes":[],"__proto__":{}}', 'not_json', null, []],
  ['an unknown key', graph([], [], { nodez: [] }), 'unknown_key', null, ['nodes']],
  ['an unknown key of a node', graph([{ ...join, input: {} }]), 'unknown_key', 'join', ['inputs']],
  ['more than a megabyte', graph([{ ...join, inputs: { texts: ['x'.repeat(1_000_000)] } }]), 'too_large', null, []],
  ['too many nodes', graph(Array.from({ length: 2001 }, (_one, at) => ({ ...join, id: `n${at}` }))), 'too_many_nodes', null, []],
  ['bodies too deep', graph([deep(6)]), 'too_deep', null, []],
  ['an unknown type', graph([{ id: 'a', type: 'text.joim' }]), 'unknown_type', 'a', ['text.join']],
  ['an unknown port', graph([{ ...join, inputs: { texts: [], separater: '' } }]), 'unknown_port', 'join', ['separator']],
  ['a missing input', graph([{ id: 'join', type: 'text.join' }]), 'missing_input', 'join', []],
  ['a literal of another type', graph([{ ...join, inputs: { texts: 1 } }]), 'wrong_type', 'join', []],
  ['two nodes of one name', graph([join, join]), 'duplicate_id', 'join', []],
  ['an edge from nowhere', graph([join], [{ from: ['jion', 'text'], to: ['join', 'separator'] }]), 'unknown_node', 'jion', ['join']],
  ['an output that is not there', graph([join, { ...join, id: 'two' }], [{ from: ['join', 'txt'], to: ['two', 'separator'] }]), 'unknown_port', 'join', ['text', 'error']],
  ['a type that cannot fit', graph([{ id: 'l', type: 'list.count', inputs: { items: [] } }, join], [{ from: ['l', 'count'], to: ['join', 'separator'] }]), 'wrong_type', 'join', []],
  ['a wire beside a literal', graph([join, { ...join, id: 'two', inputs: { texts: [], separator: '' } }], [{ from: ['join', 'text'], to: ['two', 'separator'] }]), 'duplicate_wire', 'two', []],
  ['a wire to a setting', graph([join, { id: 's', type: 'switch', inputs: { on: 1, cases: {} } }], [{ from: ['join', 'text'], to: ['s', 'cases'] }]), 'literal_only', 's', []],
  ['a ring', graph([{ id: 'a', type: 'text.trim' }, { id: 'b', type: 'text.trim' }], [{ from: ['a', 'text'], to: ['b', 'text'] }, { from: ['b', 'text'], to: ['a', 'text'] }]), 'cycle', null, []],
  ['a body that is missing', graph([{ id: 'm', type: 'map', inputs: { items: [] } }]), 'body_missing', 'm', []],
  ['a body too many', graph([{ ...join, body }]), 'body_not_allowed', 'join', []],
  ['a second try that may do it twice', graph([{ id: 'w', type: 'files.write', inputs: { path: 'a', content: '' }, retry: { times: 1 } }]), 'bad_setting', 'w', []],
  ['a cached read', graph([{ id: 'r', type: 'files.read', inputs: { path: 'a' }, cache: '10m' }]), 'bad_setting', 'r', []],
  ['a cached effect', graph([{ id: 'w', type: 'files.write', inputs: { path: 'a', content: '' }, cache: '1m' }]), 'bad_setting', 'w', []],
  ['bounds that are no pattern', graph([{ id: 'w', type: 'web.fetch', inputs: { url: 'https://example.com' }, bounds: ['http://['] }]), 'bad_setting', 'w', []],
  ['a secret elsewhere', graph([{ id: 'w', type: 'files.write', inputs: { path: 'a', content: { $secret: 'x' } } }]), 'not_allowed', 'w', ['http.request']],
  ['a pick that is none', graph([join, { ...join, id: 'two' }], [{ from: ['join', 'text'], to: ['two', 'separator'], pick: '..' }]), 'bad_pick', 'two', []],
  ['a workflow that is not there', graph([{ id: 'w', type: 'workflow', inputs: { workflow: 'abc' } }]), 'unknown_workflow', 'w', []],
  ['a placeholder', graph([{ id: 'p', type: 'placeholder.slack' }]), 'placeholder', 'p', []],
])('%s is an error', (_what, json, code, node, fits) => {
  const errors = errorsOf(json)
  const found = errors.find((error) => error.code === code)
  expect(found ?? errors).toMatchObject({ code, node })
  expect(found?.fits).toEqual(expect.arrayContaining(fits))
})

test('an edge that may fit is told, with both types in words', () => {
  const read = readGraph(
    graph(
      [
        { id: 'p', type: 'json.parse', inputs: { text: '1' } },
        { id: 'c', type: 'list.count' },
      ],
      [{ from: ['p', 'value'], to: ['c', 'items'] }],
    ),
  )
  const result = read.ok ? compile(read.value, registry) : undefined
  expect(result?.ok === true && result.compiled.wires).toMatchObject([
    { fit: 'check', from: 'anything', to: 'list' },
  ])
})
