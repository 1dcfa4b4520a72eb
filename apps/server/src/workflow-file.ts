import { BUILTIN_TOOLS, compilePolicy, decide, type LayerSource, type Place } from '@countersign/policy'
import {
  compile,
  createRegistry,
  importN8n,
  readGraph,
  runTests,
  specifierOf,
  toMermaid,
  type Graph,
  type GraphBody,
  type Json,
  type NodeRun,
  type TestReport,
  type ToolNodeFacts,
} from '@countersign/workflow'

/** The results of a file's tests, or why it cannot be tested. */
type TestedFile =
  | { readonly ok: true; readonly reports: readonly TestReport[] }
  | { readonly ok: false; readonly problems: readonly string[] }

interface TestGround {
  readonly mode: string
  readonly layers: readonly LayerSource[]
  readonly place: Place
}

/** Runs the tests in a graph: effects are stubbed, decisions come from the rules on this machine. */
export function testWorkflowFile(json: unknown, { mode, layers, place }: TestGround): TestedFile {
  const read = readGraph(json)
  if (!read.ok) return { ok: false, problems: read.error.map(({ message }) => message) }
  const facts = new Map(toolsOf(read.value).map((one) => [one.name, one]))
  const compiled = compile(read.value, createRegistry([...facts.values()]))
  if (!compiled.ok)
    return {
      ok: false,
      problems: compiled.errors.map(({ message, node }) => (node === null ? message : `${node}: ${message}`)),
    }
  const policy = compilePolicy({ mode, layers: [...layers] })
  const judge = (run: NodeRun) => {
    const known = facts.get(run.type)
    if (known === undefined) return 'ask'
    const { name, category, destructive, specifier } = known
    const tool = {
      name,
      category,
      destructive: destructive === true,
      editSafe: BUILTIN_TOOLS.get(name)?.editSafe ?? false,
      kind: specifier.kind,
    }
    return decide({ tool, specifier: specifierOf(known, run.inputs), place }, policy).verdict
  }
  return { ok: true, reports: runTests(compiled.compiled, read.value.tests, { judge }) }
}

/** The argument that rules match, for tools that have one. */
const TEMPLATES: readonly (readonly [RegExp, string])[] = [
  [/^files\.rename$/, '{from}{to}'],
  [/^files\./, '{path}'],
  [/^terminal\.exec$/, '{command}'],
  [/^(?:web\.fetch|http\.request)$/, '{url}'],
  [/^llm\./, '{model}'],
  [/^agent\.run$/, '{task}'],
  [/^notify\.person$/, '{title}'],
]

/** The tools that a graph uses, with the ports that it uses: without a server no other source knows them. */
function toolsOf(graph: Graph): readonly ToolNodeFacts[] {
  const ports = new Map<string, { readonly inputs: Set<string>; readonly outputs: Set<string> }>()
  const shipped = createRegistry()
  const visit = (body: GraphBody, at: string): void => {
    for (const node of body.nodes) {
      const address = at === '' ? node.id : `${at}/${node.id}`
      if (node.body !== undefined) visit(node.body, address)
      if (shipped.get(node.type) !== undefined) continue
      const own = ports.get(node.type) ?? { inputs: new Set(), outputs: new Set(['text']) }
      ports.set(node.type, own)
      for (const name of Object.keys(node.inputs)) own.inputs.add(name)
      for (const { from, to } of body.edges) {
        if (to[0] === node.id && to[1] !== '$after') own.inputs.add(to[1])
        if (from[0] === node.id && from[1] !== 'error') own.outputs.add(from[1])
      }
      for (const { stubs } of graph.tests) {
        const stub = stubs[address]
        if (stub !== undefined && 'value' in stub)
          for (const name of Object.keys(stub.value)) own.outputs.add(name)
      }
      for (const [id, port] of Object.values(body.outputs))
        if (id === node.id && port !== 'error') own.outputs.add(port)
    }
  }
  visit(graph, '')
  return [...ports].map(([name, { inputs, outputs }]) => factsOf(name, inputs, outputs))
}

function factsOf(name: string, inputs: ReadonlySet<string>, outputs: ReadonlySet<string>): ToolNodeFacts {
  const known = BUILTIN_TOOLS.get(name)
  const open = (names: ReadonlySet<string>): Record<string, Json> =>
    Object.fromEntries([...names].map((one) => [one, {}]))
  const template = TEMPLATES.find(([pattern]) => pattern.test(name))?.[1] ?? ''
  return {
    name,
    title: name,
    description: name,
    input: { type: 'object', properties: open(new Set([...inputs, ...namesIn(template)])) },
    output: { type: 'object', properties: open(outputs), required: [...outputs] },
    category: known?.category ?? 'external',
    destructive: known?.mayBeDestructive === true ? 'by_inspection' : known?.destructive === true,
    specifier: { kind: known?.kind ?? 'text', template },
    repeat: known?.category === 'read' ? 'safe' : 'never',
    definitionHash: '0'.repeat(64),
  }
}

function namesIn(template: string): readonly string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

/** A graph as a Mermaid diagram; on failure the reason. */
export function workflowAsMermaid(json: unknown): { readonly ok: boolean; readonly text: string } {
  const read = readGraph(json)
  return read.ok
    ? { ok: true, text: toMermaid(read.value) }
    : { ok: false, text: read.error.map(({ message }) => message).join('\n') }
}

/** Whether this is an n8n file: its nodes are wired by `connections`. */
export function isN8n(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'connections' in json && 'nodes' in json
}

type FromN8n =
  | { readonly ok: true; readonly graph: Record<string, unknown>; readonly notes: readonly string[] }
  | { readonly ok: false; readonly message: string }

/** Reads an n8n workflow: a node without a counterpart becomes a placeholder that does not compile. */
export function readN8n(json: unknown): FromN8n {
  const read = importN8n(json)
  if (!read.ok) return { ok: false, message: read.error.map(({ message }) => message).join('; ') }
  return { ok: true, graph: { ...read.value.graph }, notes: read.value.notes }
}
