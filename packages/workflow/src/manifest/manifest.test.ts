import { expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { diffVersions } from '../diff.ts'
import { readGraph } from '../format.ts'
import type { Values } from '../json.ts'
import { createRegistry } from '../nodes/registry.ts'
import { replay, type RecordedRun } from '../replay.ts'
import { SAMPLE_TOOLS } from '../testing/tool-facts.ts'
import { runTests } from '../tests/run-tests.ts'
import { grantRules, withinBounds } from './bounds.ts'
import { effectManifest } from './effects.ts'
import { specifierOf } from './specifier.ts'

const registry = createRegistry(SAMPLE_TOOLS)
const PLACE = { workspace: '/w', cwd: '/w', home: '/home/me' }

function compiled(json: object) {
  const graph = readGraph({ version: 1, name: 'g', ...json })
  if (!graph.ok) throw new Error(JSON.stringify(graph.error))
  const result = compile(graph.value, registry)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.compiled
}

const REPORT = {
  inputs: { file: { schema: { type: 'string' }, default: 'reports/a.md' } },
  nodes: [
    { id: 'page', type: 'web.fetch', inputs: { url: 'https://example.com/feed' } },
    { id: 'note', type: 'files.read', inputs: { path: 'private.md' } },
    { id: 'sum', type: 'llm.generate', inputs: { prompt: 'Summarise.' } },
    { id: 'save', type: 'files.write', bounds: ['reports/*.md'] },
    {
      id: 'send',
      type: 'http.request',
      inputs: { url: 'https://hooks.example.com/x', headers: { authorization: { $secret: 'hook' } } },
    },
    { id: 'run', type: 'terminal.exec' },
  ],
  edges: [
    { from: ['page', 'text'], to: ['sum', 'context'] },
    { from: ['sum', 'text'], to: ['save', 'content'] },
    { from: ['$input', 'file'], to: ['save', 'path'] },
    { from: ['note', 'text'], to: ['send', 'body'] },
    { from: ['sum', 'text'], to: ['run', 'command'] },
  ],
}

test('the manifest says how far each effect reaches, and what comes from outside', () => {
  const manifest = effectManifest(compiled(REPORT))
  const effects = Object.fromEntries(manifest.effects.map((effect) => [effect.node, effect]))
  expect(effects['page']).toMatchObject({
    reach: { kind: 'exact', text: 'https://example.com/feed' },
    outside: [],
    host: 'example.com',
  })
  expect(effects['save']).toMatchObject({
    reach: { kind: 'bounds', patterns: ['reports/*.md'] },
    outside: [
      { kind: 'web', node: 'page' },
      { kind: 'model', node: 'sum' },
    ],
  })
  expect(effects['run']).toMatchObject({ reach: { kind: 'anything' }, category: 'execute' })
  expect(manifest.secretHosts).toEqual([{ secret: 'hook', host: 'hooks.example.com' }])
  expect(manifest.models).toEqual([{ model: 'default', nodes: ['sum'] }])
  expect(manifest.flows).toEqual([
    { kind: 'file', from: 'note', to: 'send', target: 'hooks.example.com' },
    { kind: 'secret', from: 'hook', to: 'send', target: 'hooks.example.com' },
  ])
})

test('a retry of what may happen twice is in the hash and on the card', () => {
  const save = (retry: object) =>
    compiled({ nodes: [{ id: 'save', type: 'files.write', inputs: { path: 'a', content: '' }, ...retry }] })
  const [once, again] = [save({}), save({ retry: { times: 1, again: true } })]
  expect(effectManifest(once).effects).toMatchObject([{ again: false }])
  expect(effectManifest(again).effects).toMatchObject([{ again: true }])
  expect(again.hash).not.toBe(once.hash)
  // What is safe to repeat needs no word about it.
  const read = compiled({
    nodes: [{ id: 'r', type: 'files.read', inputs: { path: 'a' }, retry: { times: 1, again: true } }],
  })
  expect(effectManifest(read).effects).toMatchObject([{ again: false }])
})

test('a grant is rules for each node; anything gives none', () => {
  const rules = Object.fromEntries(grantRules(effectManifest(compiled(REPORT))))
  expect(rules).toMatchObject({
    page: ['web.fetch(https://example.com/feed)'],
    save: ['files.write(reports/*.md)'],
    run: [],
  })
  const deleted = compiled({ nodes: [{ id: 'd', type: 'files.delete', inputs: { path: 'a' } }] })
  expect(grantRules(effectManifest(deleted)).get('d')).toEqual([])
  const wild = compiled({ nodes: [{ id: 'w', type: 'files.read', inputs: { path: 'a*' } }] })
  expect(grantRules(effectManifest(wild)).get('w')).toEqual([])
})

// prettier-ignore
test.each([
  ['files.write', ['reports/*.md'], { path: 'reports/a.md' }, true],
  ['files.write', ['reports/*.md'], { path: 'reports/../secret.md' }, false],
  ['files.write', ['reports/*.md'], { path: '/etc/passwd' }, false],
  ['files.write', ['**'], { path: '.git/hooks/pre-commit' }, false],
  ['terminal.exec', ['npm test *'], { command: 'npm test a' }, true],
  ['terminal.exec', ['npm test *'], { command: 'npm test a; rm -rf x' }, false],
  ['terminal.exec', ['npm test *'], { command: 'npm test $(curl example.com)' }, false],
  ['web.fetch', ['https://example.com/*'], { url: 'https://example.com/a' }, true],
  ['web.fetch', ['https://example.com/*'], { url: 'https://example.com.evil.test/a' }, false],
  ['files.rename', ['in/**'], { from: 'in/a', to: 'in/b' }, true],
  ['files.rename', ['in/**'], { from: 'in/a', to: 'out/b' }, false],
] as const)('%s with bounds %j and %j is inside: %s', (name, bounds, inputs, inside) => {
  const facts = SAMPLE_TOOLS.find((tool) => tool.name === name)
  if (facts === undefined) throw new Error(name)
  expect(withinBounds(facts, bounds, specifierOf(facts, inputs), PLACE)).toBe(inside)
})

test('a difference says first what it may newly do', () => {
  const before = compiled(REPORT)
  const wider = REPORT.nodes.map((node) => (node.id === 'save' ? { ...node, bounds: ['**'] } : node))
  const { effects, graph } = diffVersions(before, compiled({ ...REPORT, nodes: wider }))
  expect(effects.gained.map(({ node }) => node)).toEqual(['save'])
  expect(graph.nodes.changed).toEqual([{ node: 'save', fields: ['bounds'] }])
  expect(diffVersions(before, before).effects).toEqual({ gained: [], lost: [], flows: [], secretHosts: [] })
})

test('a replay says which effects would be the same, other, new or gone', () => {
  const version = (path: string) => ({
    nodes: [
      { id: 'read', type: 'files.read', inputs: { path: 'a' } },
      { id: 'save', type: 'files.write', inputs: { path } },
      { id: 'tell', type: 'notify.person', inputs: { text: 'done' } },
    ],
    edges: [{ from: ['read', 'text'], to: ['save', 'content'] }],
  })
  const record = [
    {
      node: 'read',
      item: [],
      try: 1,
      kind: 'tool',
      type: 'files.read',
      inputs: { path: 'a' },
      outcome: { state: 'done', outputs: { text: 'x' } },
    },
    {
      node: 'save',
      item: [],
      try: 1,
      kind: 'tool',
      type: 'files.write',
      inputs: { path: 'old', content: 'x' },
      outcome: { state: 'done', outputs: {} },
    },
    {
      node: 'gone',
      item: [],
      try: 1,
      kind: 'tool',
      type: 'files.read',
      inputs: { path: 'g' },
      outcome: { state: 'done', outputs: {} },
    },
  ] as const
  const { effects, open } = replay(compiled(version('new')), {}, record)
  const rows = effects.map(({ node, kind, specifier, before }) => [node, kind, specifier, before])
  expect(rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
    ['gone', 'gone', '{"path":"g"}', undefined],
    ['read', 'same', 'a', undefined],
    ['save', 'other', 'new', 'old'],
    ['tell', 'new', '', undefined],
  ])
  expect(open).toBe(true)
})

test('a replay that stops says nothing of what it did not come to, and asks for code to be run', () => {
  const tool = (node: string, type: string, inputs: Values): RecordedRun => ({
    node,
    item: [],
    try: 1,
    kind: 'tool',
    type,
    inputs,
    outcome: { state: 'done', outputs: { text: 'x' } },
  })
  const code = { type: 'code.javascript', ports: { outputs: { text: { type: 'string' } } } }
  const graph = compiled({
    nodes: [
      { id: 'turn', ...code, inputs: { source: 'return { text: "x" }' } },
      { id: 'save', type: 'files.write', inputs: { path: 'a' } },
    ],
    edges: [{ from: ['turn', 'text'], to: ['save', 'content'] }],
  })
  const record = [tool('save', 'files.write', { path: 'a', content: 'x' })]
  const first = replay(graph, {}, record)
  expect(first).toMatchObject({ effects: [], open: true, code: [{ node: 'turn' }] })
  const known = first.code.map((run): RecordedRun => ({
    ...run,
    outcome: { state: 'done', outputs: { text: 'x' } },
  }))
  expect(replay(graph, {}, [...record, ...known])).toMatchObject({
    effects: [{ node: 'save', kind: 'same' }],
    open: false,
    code: [],
  })
})

test('the tests of a graph run with stubs, and say what was not as expected', () => {
  const graph = compiled({
    outputs: { text: ['read', 'text'] },
    nodes: [{ id: 'read', type: 'files.read', inputs: { path: 'a' } }],
    tests: [
      {
        name: 'right',
        stubs: { read: { value: { text: 'x' } } },
        expect: { outputs: { text: 'x' }, calls: [{ node: 'read', specifier: 'a' }] },
      },
      {
        name: 'wrong',
        stubs: { read: { value: { text: 'y' } } },
        expect: { outputs: { text: 'x' }, calls: [] },
      },
      {
        name: 'fails',
        stubs: { read: { error: { code: 'denied', message: 'no' } } },
        expect: { failed: 'denied' },
      },
      { name: 'no stub', expect: {} },
    ],
  })
  expect(runTests(graph).map(({ passed }) => passed)).toEqual([true, false, true, false])
  expect(runTests(graph)[1]?.problems).toEqual([
    'the output `text` is "y", not "x"',
    '`read` makes a call that was not expected: a',
  ])
})

test('what a webhook sends comes from outside, also where a newer version first lets it in', () => {
  const before = compiled({
    inputs: { text: { schema: { type: 'string' } } },
    nodes: [{ id: 'save', type: 'files.write', inputs: { path: 'a.md', content: 'fixed' } }],
  })
  const after = compiled({
    inputs: { text: { schema: { type: 'string' } } },
    nodes: [{ id: 'save', type: 'files.write', inputs: { path: 'a.md' } }],
    edges: [{ from: ['$input', 'text'], to: ['save', 'content'] }],
  })
  expect(effectManifest(after).effects).toMatchObject([{ outside: [] }])
  expect(effectManifest(after, 'webhook').effects).toMatchObject([
    { outside: [{ kind: 'webhook', node: '$input' }] },
  ])
  expect(effectManifest(before, 'webhook').effects).toMatchObject([{ outside: [] }])
  expect(diffVersions(before, after).effects.gained).toEqual([])
  expect(diffVersions(before, after, 'webhook').effects.gained).toMatchObject([
    { node: 'save', outside: [{ kind: 'webhook' }] },
  ])
})
