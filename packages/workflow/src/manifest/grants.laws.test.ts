import { compilePolicy, decide, type Place, type ToolFacts } from '@countersign/policy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile } from '../compile.ts'
import type { Graph } from '../format.ts'
import type { Json } from '../json.ts'
import type { ToolNodeFacts } from '../nodes/define-node.ts'
import { createRegistry } from '../nodes/registry.ts'
import { grantRules, withinBounds } from './bounds.ts'
import { effectManifest } from './effects.ts'
import { specifierOf, specifierText } from './specifier.ts'

const RUNS = Number(process.env['LAW_RUNS'] ?? 3000)
const PLACE: Place = { workspace: '/work', cwd: '/work', home: '/home/me', own: [] }

const KINDS = {
  path: '{it}',
  url: '{it}',
  shell: '{it}',
  text: '{it}',
} as const

const name = fc.constantFrom('act', 'mcp__desk__act')
const text = fc.oneof(
  fc.constantFrom(
    'a',
    'a.md',
    '*',
    'a*',
    '../a',
    'echo a',
    'echo a; b',
    'https://a.example.com/',
    'https://*/',
    '{a,b}',
    '\\*',
    '!a',
  ),
  fc.string({ maxLength: 8 }),
)
const sample = fc.record({
  name,
  kind: fc.constantFrom('path', 'url', 'shell', 'text'),
  destructive: fc.constantFrom(true, false, 'by_arguments' as const),
  literal: fc.option(text, { nil: undefined }),
  bounds: fc.option(fc.array(text, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  called: text,
  isDestructive: fc.boolean(),
  mode: fc.constantFrom('plan', 'strict', 'default', 'acceptEdits', 'auto'),
})
type Sample = typeof sample extends fc.Arbitrary<infer One> ? One : never

/** A graph of one tool node, and what a person grants by allowing its version. */
function granted({ name: tool, kind, destructive, literal, bounds }: Sample) {
  const facts: ToolNodeFacts = {
    name: tool,
    title: tool,
    description: tool,
    input: { type: 'object', properties: { it: { type: 'string' } }, required: ['it'] },
    category: 'external',
    destructive,
    specifier: { kind: tool === 'act' ? kind : 'text', template: tool === 'act' ? KINDS[kind] : '' },
    repeat: 'never',
    definitionHash: 'one',
  }
  const graph: Graph = {
    version: 1,
    name: 'law',
    inputs: literal === undefined ? { it: { schema: { type: 'string' } } } : {},
    outputs: {},
    nodes: [
      {
        id: 'act',
        type: tool,
        inputs: literal === undefined ? {} : { it: literal },
        ...(bounds === undefined ? {} : { bounds }),
      },
    ],
    edges: literal === undefined ? [{ from: ['$input', 'it'], to: ['act', 'it'] }] : [],
    tests: [],
    view: {},
  }
  const made = compile(graph, createRegistry([facts]))
  return made.ok ? { facts, rules: grantRules(effectManifest(made.compiled)).get('act') ?? [] } : undefined
}

function judged({ mode, called, isDestructive }: Sample, facts: ToolNodeFacts, rules: readonly string[]) {
  const inputs: Readonly<Record<string, Json>> = { it: called }
  const tool: ToolFacts = {
    name: facts.name,
    category: facts.category,
    destructive: facts.destructive === true || (facts.destructive !== false && isDestructive),
    editSafe: false,
    kind: facts.specifier.kind,
  }
  const policy = (allow: readonly string[]) =>
    compilePolicy({
      mode,
      layers: [{ layer: 'workflow', lists: { allow } }],
      kindOf: (one) => (one === facts.name ? facts.specifier.kind : undefined),
    })
  const specifier = specifierOf(facts, inputs)
  const verdict = (allow: readonly string[]) =>
    decide({ tool, specifier, place: PLACE }, policy(allow)).verdict
  return { tool, specifier, said: specifierText(facts, inputs), with: verdict(rules), without: verdict([]) }
}

test(
  'a grant allows only what its card shows, never a destructive call, and nothing in plan mode',
  () => {
    let served = 0
    fc.assert(
      fc.property(sample, (one) => {
        const made = granted(one)
        if (made === undefined) return
        const { facts, rules } = made
        const call = judged(one, facts, rules)
        if (call.with === call.without) return
        // The grant changed the verdict, which it may only from asking to running.
        expect([call.without, call.with]).toEqual(['ask', 'run'])
        served += 1
        expect(call.tool.destructive).toBe(false)
        expect(one.mode).not.toBe('plan')
        const isShown =
          one.literal === undefined
            ? withinBounds(facts, one.bounds, call.specifier, PLACE)
            : call.said === specifierText(facts, { it: one.literal })
        expect(isShown).toBe(true)
        // Without bounds, and with text that only comes at run time, the card says *anything*.
        expect(one.literal !== undefined || one.bounds !== undefined).toBe(true)
      }),
      { numRuns: RUNS, examples: EXAMPLES },
    )
    expect(served).toBeGreaterThan(0)
  },
  Math.max(120_000, RUNS * 10),
)

const FIXED = { destructive: false, bounds: undefined, isDestructive: false, mode: 'default' } as const
const EXAMPLES: [Sample][] = [
  [{ ...FIXED, name: 'act', kind: 'path', literal: 'a.md', called: 'a.md' }],
  [{ ...FIXED, name: 'mcp__desk__act', kind: 'text', literal: 'a*', called: 'a*' }],
  [{ ...FIXED, name: 'mcp__desk__act', kind: 'text', literal: 'a*', called: 'abc' }],
  [{ ...FIXED, name: 'mcp__desk__act', kind: 'text', literal: '\\', called: '\\' }],
]
