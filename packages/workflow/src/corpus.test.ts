import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { readGraph } from './format.ts'
import { effectManifest } from './manifest/effects.ts'
import { createRegistry } from './nodes/registry.ts'
import { SAMPLE_TOOLS } from './testing/tool-facts.ts'
import { runTests } from './tests/run-tests.ts'
import { toMermaid } from './transfer/mermaid.ts'

const FOLDER = join(import.meta.dirname, '../../../corpus/workflows')
const registry = createRegistry(SAMPLE_TOOLS)

test.each(readdirSync(FOLDER))('%s compiles, and its own tests pass', (file) => {
  const graph = readGraph(readFileSync(join(FOLDER, file), 'utf8'))
  if (!graph.ok) throw new Error(JSON.stringify(graph.error, null, 1))
  const result = compile(graph.value, registry)
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  const reports = runTests(result.compiled)
  expect(reports.length).toBeGreaterThan(0)
  expect(reports.flatMap(({ problems }) => problems)).toEqual([])
  const reach = effectManifest(result.compiled).effects.map((effect) => [effect.node, effect.reach.kind])
  // No gallery workflow may have unlimited reach, except for its `sum` node, which uses the model of the thread.
  expect(reach.filter(([node, kind]) => kind === 'anything' && node?.endsWith('sum') !== true)).toEqual([])
  expect(toMermaid(graph.value)).toMatch(/^flowchart LR\n/)
})
