// A chain of 1,000 tool nodes through the gate, in memory, compared with other engines that decide nothing.
import { z } from 'zod'
import { sha256 } from '../../packages/protocol/src/canonical.ts'
import { countingTool, Workbench } from '../../packages/agent/src/testing/bench.ts'
import { scriptedProvider } from '../../packages/agent/src/testing/scripted-provider.ts'
import { defineTool, type Tool } from '../../packages/agent/src/toolbelt/tool.ts'
import { runGraph } from '../../packages/agent/src/workflow/run-graph.ts'
import {
  compile,
  createRegistry,
  Planner,
  readGraph,
  type Compiled,
  type ToolNodeFacts,
} from '../../packages/workflow/src/index.ts'
import { peer } from './peer.ts'

const NODES = 1000
const ROUNDS = 7

function factsOf({
  name,
  category,
  destructive,
  specifier,
  repeat,
  inputSchema,
  description,
}: Tool): ToolNodeFacts {
  const input = inputSchema as ToolNodeFacts['input'] // a tool states a schema
  return {
    name,
    title: name,
    description,
    input,
    category,
    destructive,
    specifier,
    repeat,
    definitionHash: sha256(name),
  }
}

function chain(tool: Tool): Compiled {
  const read = readGraph({
    version: 1,
    name: 'chain',
    nodes: Array.from({ length: NODES }, (_one, at) => ({
      id: `n${at}`,
      type: tool.name,
      inputs: at === 0 ? { value: 'a' } : {},
    })),
    edges: Array.from({ length: NODES - 1 }, (_one, at) => ({
      from: [`n${at}`, 'text'],
      to: [`n${at + 1}`, 'value'],
    })),
  })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const made = compile(read.value, createRegistry([factsOf(tool)]))
  if (!made.ok) throw new Error(JSON.stringify(made.errors))
  return made.compiled
}

/** One run of the chain; each node is a call that is proposed, decided, applied and recorded. */
async function ours(): Promise<number> {
  const step = countingTool('t.step', { repeat: 'safe', run: async () => ({ ok: true, text: 'a' }) })
  const graph = chain(step)
  // A version gets its hash when it is saved.
  const version = graph.hash
  let took = 0
  const run = defineTool({
    name: 'run_graph',
    description: 'Runs the graph.',
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '' },
    repeat: 'safe',
    parallelSafe: true,
    input: z.object({}),
    title: () => 'Run',
    inspect: () => ({
      specifier: { kind: 'text', text: '' },
      body: { kind: 'arguments', entries: [] },
      targets: [],
    }),
    async run(_input, context) {
      const calls = context.calls?.()
      if (!calls) throw new Error('no calls below')
      const start = process.hrtime.bigint()
      const outcome = await runGraph({
        run: context.call.id,
        version,
        planner: new Planner(graph, {}, { quiet: true }),
        calls,
        signal: context.signal,
        own: () => undefined,
        code: () => Promise.reject(new Error('no code')),
        refuses: () => undefined,
        settled: () => Promise.resolve(),
        told: () => {},
      })
      took = Number(process.hrtime.bigint() - start) / 1e6
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
      return { ok: true, text: '' }
    },
  })
  const model = scriptedProvider((request) =>
    request.messages.at(-1)?.role === 'tool' ? { text: 'end' } : { calls: [{ name: 'run_graph', args: {} }] },
  )
  await new Workbench().run(model, [step, run], { limits: { toolCalls: 100_000, wallClock: 600_000 } })
  if (step.runs.length !== NODES) throw new Error(`${step.runs.length} of ${NODES} nodes ran`)
  return took
}

await ours()
const times: number[] = []
for (let round = 0; round < ROUNDS; round += 1) times.push(await ours())
const median = times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
console.log(`chain of ${NODES} through the gate, in memory: ${median.toFixed(1)} ms`)
if (!process.argv.includes('--alone'))
  for (const [name, file] of [
    ['rete-engine', 'rete.mjs'],
    ['LangGraph', 'langgraph.mjs'],
  ] as const)
    console.log(
      `  ${name}, the same chain without decisions: ${(await peer(file, String(NODES))).toFixed(1)} ms`,
    )
