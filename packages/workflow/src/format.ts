import { err, ok, type Result } from '@countersign/policy'
import { z } from 'zod'
import { graphError, type GraphError } from './errors.ts'
import { isRecord, jsonProblem, type Json, type JsonSchema, type Values } from './json.ts'
import { nearestNames } from './nearest.ts'

/** Maximum number of nodes in a graph, including those in bodies. */
export const MAX_NODES = 2000
/** Maximum nesting depth of bodies. */
export const MAX_DEPTH = 5
/** Maximum size of a graph as JSON, in bytes. */
export const MAX_BYTES = 1_000_000

/** One end of a wire: a node (`$input` for the inputs of the graph) and a port. */
export type Endpoint = readonly [node: string, port: string]

/** Pseudo-node that provides the inputs of a graph. */
export const INPUT = '$input'
/** Port of every node: each source wired to it must have ended with a value before the node runs. */
export const AFTER = '$after'
/** Output of every node that carries the reason for its failure. */
export const ERROR = 'error'

/** A wire. `pick` selects a part of the value: `a.b[0]`, `[*].name`. */
export interface Edge {
  readonly from: Endpoint
  readonly to: Endpoint
  readonly pick?: string | undefined
}

/** An input of a graph or of a body. It is required unless it has a default. */
export interface GraphInput {
  readonly schema: JsonSchema
  readonly default?: Json | undefined
  readonly title?: string | undefined
}

/** How often and when a failed call is retried. `again` allows retries for tools that are not safe to repeat. */
export interface Retry {
  readonly times: number
  readonly wait?: string | undefined
  readonly factor?: number | undefined
  /** Failure codes that are retried. If absent, every failure except a refusal is. */
  readonly on?: readonly string[] | undefined
  readonly again?: boolean | undefined
}

export interface GraphNode {
  readonly id: string
  readonly type: string
  readonly title?: string | undefined
  /** Literal inputs; all others come by edges. */
  readonly inputs: Values
  /** Ports declared in the graph, for node types that have none of their own (`code.javascript`, `human.ask`). */
  readonly ports?: DeclaredPorts | undefined
  /** Rule patterns that the specifiers of its calls must match. */
  readonly bounds?: readonly string[] | undefined
  readonly timeout?: string | undefined
  readonly retry?: Retry | undefined
  /** How long the result of a read could be reused: known, so that the error can say that nothing does it yet. */
  readonly cache?: string | undefined
  readonly body?: GraphBody | undefined
}

export interface DeclaredPorts {
  readonly inputs?: Readonly<Record<string, JsonSchema>> | undefined
  readonly outputs?: Readonly<Record<string, JsonSchema>> | undefined
}

/** The part of a graph that `map`, `reduce` and `loop` repeat. */
export interface GraphBody {
  readonly inputs: Readonly<Record<string, GraphInput>>
  readonly outputs: Readonly<Record<string, Endpoint>>
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
}

/** A call that a test expects. */
export interface ExpectedCall {
  readonly node: string
  readonly specifier?: string | undefined
  readonly verdict?: 'run' | 'ask' | 'block' | undefined
}

export type Stub =
  | { readonly value: Values }
  | { readonly error: { readonly code: string; readonly message: string } }

/** A test of a graph: the stubbed answers of its effects, and the expected outcome. */
export interface GraphTest {
  readonly name: string
  readonly inputs: Values
  /** By the address of a node: `save`, `each/save`. */
  readonly stubs: Readonly<Record<string, Stub>>
  readonly expect: {
    readonly outputs?: Values | undefined
    readonly calls?: readonly ExpectedCall[] | undefined
    /** The code with which the run is expected to fail. */
    readonly failed?: string | undefined
  }
}

export interface Graph extends GraphBody {
  readonly version: 1
  readonly name: string
  readonly description?: string | undefined
  readonly tests: readonly GraphTest[]
  /** Positions of the drawn nodes, by address. */
  readonly view: Readonly<Record<string, { readonly x: number; readonly y: number }>>
}

const Id = z.string().regex(/^[A-Za-z][\w-]{0,63}$/, 'a letter, then letters, digits, `_` or `-`, at most 64')
const Name = z.string().min(1).max(128)
/** `jsonProblem` has already checked the value. */
const JsonValue = z.custom<Json>((value) => value !== undefined)
const JsonValues = z.record(Name, JsonValue)
const Schema = z.custom<JsonSchema>(
  (value) => typeof value === 'boolean' || isRecord(value),
  'a JSON Schema: an object, true or false',
)
const Duration = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h|d)$/, 'a duration: `500ms`, `60s`, `10m`, `2h`, `1d`')
const Ends = z.tuple([z.string().min(1).max(64), Name])

const EdgeShape = z.strictObject({
  from: Ends,
  to: Ends,
  pick: z.string().min(1).max(500).optional(),
})

const InputShape = z.strictObject({
  schema: Schema,
  default: JsonValue.optional(),
  title: z.string().max(200).optional(),
})

const RetryShape = z.strictObject({
  times: z.int().min(1).max(20),
  wait: Duration.optional(),
  factor: z.number().min(1).max(10).optional(),
  on: z.array(z.string().min(1).max(64)).max(50).optional(),
  again: z.boolean().optional(),
})

const NodeShape = z.strictObject({
  id: Id,
  type: z.string().min(1).max(200),
  title: z.string().max(200).optional(),
  inputs: JsonValues.default({}),
  ports: z
    .strictObject({
      inputs: z.record(Name, Schema).optional(),
      outputs: z.record(Name, Schema).optional(),
    })
    .optional(),
  bounds: z.array(z.string().min(1).max(2000)).min(1).max(100).optional(),
  timeout: Duration.optional(),
  retry: RetryShape.optional(),
  cache: Duration.optional(),
  body: z.lazy((): z.ZodType<GraphBody> => BodyShape).optional(),
})

const BODY = {
  inputs: z.record(Name, InputShape).default({}),
  outputs: z.record(Name, Ends).default({}),
  nodes: z.array(NodeShape).max(MAX_NODES),
  edges: z.array(EdgeShape).max(20_000).default([]),
}
const BodyShape = z.strictObject(BODY)

const TestShape = z.strictObject({
  name: z.string().min(1).max(200),
  inputs: JsonValues.default({}),
  stubs: z
    .record(
      Name,
      z.union([
        z.strictObject({ value: JsonValues }),
        z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) }),
      ]),
    )
    .default({}),
  expect: z.strictObject({
    outputs: JsonValues.optional(),
    calls: z
      .array(
        z.strictObject({
          node: z.string(),
          specifier: z.string().optional(),
          verdict: z.enum(['run', 'ask', 'block']).optional(),
        }),
      )
      .optional(),
    failed: z.string().optional(),
  }),
})

/** A graph as it is stored and sent. Unknown keys are errors; `readGraph` reports them in words. */
export const Graph: z.ZodType<Graph> = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(200),
  description: z.string().max(2000).optional(),
  ...BODY,
  tests: z.array(TestShape).max(200).default([]),
  view: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })).default({}),
})

/** Known keys of each kind of object, to suggest a correction for a mistyped one. */
const KNOWN_KEYS = {
  graph: ['version', 'name', 'description', 'inputs', 'outputs', 'nodes', 'edges', 'tests', 'view'],
  node: Object.keys(NodeShape.shape),
  edge: Object.keys(EdgeShape.shape),
  other: [...Object.keys(RetryShape.shape), ...Object.keys(InputShape.shape), ...Object.keys(BODY)],
}

/** Parses a graph from JSON text or a value. Never throws: any input gives either a graph or a list of errors. */
export function readGraph(json: unknown): Result<Graph, readonly GraphError[]> {
  if (typeof json === 'string' && json.length > MAX_BYTES) return err([tooLarge()])
  const value = typeof json === 'string' ? parsed(json) : json
  if (value === undefined) return err([graphError('not_json', 'this is not JSON')])
  const problem = jsonProblem(value)
  if (problem !== undefined) return err([graphError('not_json', `a graph cannot contain ${problem}`)])
  if (typeof json !== 'string' && JSON.stringify(value).length > MAX_BYTES) return err([tooLarge()])
  const size = sizeProblem(value)
  if (size !== undefined) return err([size])
  const read = Graph.safeParse(value)
  return read.success
    ? ok(read.data)
    : err(read.error.issues.slice(0, 50).map((issue) => errorOf(issue, value)))
}

function tooLarge(): GraphError {
  return graphError('too_large', `a graph can have at most ${MAX_BYTES} bytes of JSON`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Limits the number of nodes and the nesting depth before the schemas walk the graph. */
function sizeProblem(graph: unknown): GraphError | undefined {
  let nodes = 0
  let deepest = 0
  const open: [body: unknown, depth: number][] = [[graph, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [body, depth] = next
    if (!isRecord(body) || !Array.isArray(body['nodes'])) continue
    deepest = Math.max(deepest, depth)
    nodes += body['nodes'].length
    for (const node of body['nodes']) if (isRecord(node)) open.push([node['body'], depth + 1])
  }
  if (deepest > MAX_DEPTH) return graphError('too_deep', `bodies can be nested at most ${MAX_DEPTH} deep`)
  if (nodes > MAX_NODES) return graphError('too_many_nodes', `a graph can have at most ${MAX_NODES} nodes`)
  return undefined
}

function errorOf(issue: z.core.$ZodIssue, graph: unknown): GraphError {
  const { node, port, where } = placeOf(issue.path, graph)
  if (issue.code !== 'unrecognized_keys')
    return graphError(
      'malformed',
      where === '' ? issue.message : `\`${where}\`: ${issue.message}`,
      node,
      port,
    )
  const key = issue.keys[0] ?? ''
  const known = KNOWN_KEYS[kindOf(issue.path)]
  return graphError(
    'unknown_key',
    `\`${where === '' ? key : `${where}.${key}`}\` is no key of a ${kindOf(issue.path)}`,
    node,
    null,
    nearestNames(key, known),
  )
}

function kindOf(path: readonly PropertyKey[]): keyof typeof KNOWN_KEYS {
  if (path.length === 0) return 'graph'
  const list = path.at(-2)
  if (list === 'nodes') return 'node'
  return list === 'edges' ? 'edge' : 'other'
}

/** The address of the innermost node on a path. */
function placeOf(path: readonly PropertyKey[], graph: unknown) {
  let here: unknown = graph
  const address: string[] = []
  let port: string | null = null
  for (const [index, step] of path.entries()) {
    here = isRecord(here) || Array.isArray(here) ? Reflect.get(here, step) : undefined
    if (path[index - 1] === 'nodes' && isRecord(here) && typeof here['id'] === 'string')
      address.push(here['id'])
    if (path[index - 1] === 'inputs' && address.length > 0) port = String(step)
  }
  const where = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
  return { node: address.length === 0 ? null : address.join('/'), port, where }
}
