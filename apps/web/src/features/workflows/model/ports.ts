import type { NodeTypeView } from '@countersign/protocol'
import {
  AFTER,
  assignable,
  ERROR,
  INPUT,
  typeWords,
  type Endpoint,
  type Fit,
  type GraphBody,
  type GraphNode,
  type JsonSchema,
} from '@countersign/workflow'
import { after } from './changes.ts'
import { indexOf } from './graph-index.ts'

export interface InputOf {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

export interface OutputOf {
  readonly name: string
  readonly schema: JsonSchema
}

/** The ports of one node of a graph. */
export interface PortsOf {
  readonly inputs: readonly InputOf[]
  readonly outputs: readonly OutputOf[]
  /** Whether it accepts additional inputs with any name. */
  readonly more: boolean
}

export type NodeTypes = ReadonlyMap<string, NodeTypeView>

/** Types that accept inputs with any name. */
const OPEN = new Set(['merge', 'map', 'reduce', 'loop', 'workflow'])

const FAILURE: JsonSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
}

/** Collects ports from the type, from the declarations of the graph, and from wires and values that name additional ones. */
export function portsOf(node: GraphNode, types: NodeTypes, body: GraphBody): PortsOf {
  const type = types.get(node.type)
  const inputs = new Map<string, InputOf>()
  for (const { name, schema, required } of type?.inputs ?? []) inputs.set(name, { name, schema, required })
  for (const [name, schema] of Object.entries(node.ports?.inputs ?? {}))
    inputs.set(name, { name, schema, required: true })
  for (const name of templateNames(node)) inputs.set(name, { name, schema: true, required: true })
  const named = [
    ...Object.keys(node.inputs),
    ...(indexOf(body).into.get(node.id) ?? []).map(({ to }) => to[1]),
  ]
  for (const name of named)
    if (!inputs.has(name) && name !== AFTER) inputs.set(name, { name, schema: true, required: false })
  return { inputs: [...inputs.values()], outputs: outputsOf(node, type, body), more: isOpen(node, type) }
}

function isOpen(node: GraphNode, type: NodeTypeView | undefined): boolean {
  return OPEN.has(node.type) || (type?.kind === 'tool' && type.inputs.length === 0)
}

function outputsOf(node: GraphNode, type: NodeTypeView | undefined, body: GraphBody): readonly OutputOf[] {
  const outputs = new Map<string, OutputOf>()
  const declared = node.ports?.outputs
  if (declared !== undefined)
    for (const [name, schema] of Object.entries(declared)) outputs.set(name, { name, schema })
  else for (const { name, schema } of type?.outputs ?? []) outputs.set(name, { name, schema })
  if (node.type === 'merge' && node.inputs['mode'] === 'all') {
    outputs.delete('value')
    outputs.set('values', { name: 'values', schema: { type: 'array' } })
  }
  const { cases } = node.inputs
  if (node.type === 'switch' && typeof cases === 'object' && cases !== null)
    for (const name of Object.keys(cases)) outputs.set(name, { name, schema: true })
  if (node.type === 'workflow')
    for (const { from } of indexOf(body).outOf.get(node.id) ?? [])
      if (!outputs.has(from[1])) outputs.set(from[1], { name: from[1], schema: true })
  outputs.set(ERROR, { name: ERROR, schema: FAILURE })
  return [...outputs.values()]
}

/** One port for each `{{name}}` of a template. */
function templateNames(node: GraphNode): readonly string[] {
  const { template } = node.inputs
  if (node.type !== 'text.template' || typeof template !== 'string') return []
  return [...new Set([...template.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map(([, name]) => name ?? ''))]
}

/** An output that could be wired to an input, and how it fits. */
export interface Source {
  readonly from: Endpoint
  readonly label: string
  readonly words: string
  readonly fit: Fit
}

export function titleOf(node: GraphNode, types: NodeTypes): string {
  return node.title ?? types.get(node.type)?.title ?? node.id
}

/** Outputs that can be wired to an input: fitting ones first, then those checked at run time. An output that would close a cycle is left out. */
export function sourcesFor(
  body: GraphBody,
  types: NodeTypes,
  id: string | null,
  schema: JsonSchema,
): readonly Source[] {
  const below = id === null ? new Set<string>() : after(body, id)
  const found: Source[] = Object.entries(body.inputs).map(([name, input]) =>
    sourceFrom([INPUT, name], `Input ${name}`, input.schema, schema),
  )
  for (const node of body.nodes) {
    if (below.has(node.id)) continue
    for (const output of outputsOf(node, types.get(node.type), body))
      found.push(outputSource(node, output, types, schema))
  }
  const order: readonly Fit[] = ['yes', 'check', 'no']
  return found
    .map((source, index) => ({ source, index }))
    .sort((a, b) => order.indexOf(a.source.fit) - order.indexOf(b.source.fit) || a.index - b.index)
    .map(({ source }) => source)
}

/** One output as a source of an input; undefined if there is no such output. */
export function sourceOf(
  body: GraphBody,
  types: NodeTypes,
  from: Endpoint,
  schema: JsonSchema,
): Source | undefined {
  const [id, port] = from
  if (id === INPUT) {
    const input = body.inputs[port]
    return input && sourceFrom(from, `Input ${port}`, input.schema, schema)
  }
  const node = indexOf(body).nodes.get(id)
  const output = node && outputsOf(node, types.get(node.type), body).find(({ name }) => name === port)
  return node && output && outputSource(node, output, types, schema)
}

/** The first output of the first node. */
export function firstOutput(body: GraphBody, types: NodeTypes): Endpoint | undefined {
  const [node] = body.nodes
  const [output] = node === undefined ? [] : outputsOf(node, types.get(node.type), body)
  return node && output && [node.id, output.name]
}

function outputSource(node: GraphNode, { name, schema }: OutputOf, types: NodeTypes, to: JsonSchema): Source {
  return sourceFrom([node.id, name], `${titleOf(node, types)}, ${name}`, schema, to)
}

function sourceFrom(from: Endpoint, label: string, schema: JsonSchema, to: JsonSchema): Source {
  return { from, label, words: typeWords(schema), fit: assignable(schema, to) }
}

/** The type of an output. */
export function typeOf(body: GraphBody, types: NodeTypes, [id, port]: Endpoint): JsonSchema {
  if (id === INPUT) return body.inputs[port]?.schema ?? true
  const node = indexOf(body).nodes.get(id)
  if (node === undefined) return true
  return outputsOf(node, types.get(node.type), body).find(({ name }) => name === port)?.schema ?? true
}

/** How a wire fits. A picked part is checked at run time. */
export function fitOf(body: GraphBody, types: NodeTypes, edge: GraphBody['edges'][number]): Fit {
  const node = indexOf(body).nodes.get(edge.to[0])
  if (node === undefined || edge.to[1] === AFTER) return 'yes'
  if (edge.pick !== undefined) return 'check'
  const wanted = portsOf(node, types, body).inputs.find(({ name }) => name === edge.to[1])
  return assignable(typeOf(body, types, edge.from), wanted?.schema ?? true)
}

/** How a type is drawn: a colour and a shape. */
export type Look = 'text' | 'number' | 'list' | 'object' | 'file' | 'other'

export function lookOf(schema: JsonSchema): Look {
  const words = typeWords(schema)
  if (words.startsWith('list')) return 'list'
  if (words === 'text') return 'text'
  if (words === 'number' || words === 'integer') return 'number'
  if (!words.startsWith('object')) return 'other'
  return isFile(schema) ? 'file' : 'object'
}

/** A file value is its hash with a type and a name. */
function isFile(schema: JsonSchema): boolean {
  if (typeof schema !== 'object') return false
  const { properties } = schema
  return typeof properties === 'object' && properties !== null && 'file' in properties && 'mime' in properties
}
