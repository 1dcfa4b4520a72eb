import { checkLiteral, checkSettings, MAX_COMPILED } from './compile-checks.ts'
import type { Compiled, CompiledBody, CompiledNode, CompiledWire, WireFit } from './compiled.ts'
import { readDuration } from './duration.ts'
import { graphError, type GraphError } from './errors.ts'
import {
  AFTER,
  ERROR,
  INPUT,
  MAX_DEPTH,
  type Edge,
  type Graph,
  type GraphBody,
  type GraphNode,
} from './format.ts'
import { hashGraph } from './hash.ts'
import type { JsonSchema } from './json.ts'
import { nearestNames } from './nearest.ts'
import type { InputPort, NodeType, PortContext, Ports } from './nodes/define-node.ts'
import type { Registry } from './nodes/registry.ts'
import { inOrder } from './order.ts'
import { assignable, typeWords, type Fit } from './types/assignable.ts'
import { pickType, readPick } from './types/pick.ts'

export type CompileResult =
  | { readonly ok: true; readonly compiled: Compiled }
  | { readonly ok: false; readonly errors: readonly GraphError[] }

/** Checks a graph against the available node types and compiles it for the planner. Reports all errors at once. */
export function compile(graph: Graph, registry: Registry): CompileResult {
  const compiler = new Compiler(registry)
  const root = compiler.body(graph, { address: '', depth: 0, given: new Map() })
  if (compiler.errors.length > 0) return { ok: false, errors: compiler.errors }
  let hash: string | undefined
  const compiled: Compiled = {
    graph,
    root,
    wires: compiler.wires,
    byAddress: compiler.byAddress,
    get hash() {
      return (hash ??= hashGraph(graph, registry))
    },
  }
  return { ok: true, compiled }
}

interface Surroundings {
  readonly address: string
  readonly depth: number
  /** Types of the inputs that the enclosing node passes to the body. */
  readonly given: ReadonlyMap<string, JsonSchema>
}

const FAILURE: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    node: { type: 'string' },
    item: { type: 'array', items: { type: 'integer' } },
  },
  required: ['code', 'message', 'node', 'item'],
}

/** Outputs and edges collected while a body is compiled. */
interface Sheet {
  readonly address: string
  readonly depth: number
  readonly places: ReadonlyMap<string, number>
  readonly incoming: ReadonlyMap<string, readonly Edge[]>
  readonly errorWired: ReadonlySet<string>
  readonly dependents: ReadonlyMap<string, ReadonlySet<number>>
  readonly inputTypes: ReadonlyMap<string, JsonSchema>
  readonly outputs: Map<string, ReadonlyMap<string, JsonSchema>>
}

class Compiler {
  readonly errors: GraphError[] = []
  readonly wires: WireFit[] = []
  readonly byAddress = new Map<string, CompiledNode>()
  private readonly registry: Registry

  constructor(registry: Registry) {
    this.registry = registry
  }

  body(body: GraphBody, around: Surroundings): CompiledBody {
    const { address, depth } = around
    const nothing: CompiledBody = { nodes: [], inputs: new Map(), outputs: [], outputTypes: new Map() }
    if (depth > MAX_DEPTH)
      return this.fail(nothing, 'too_deep', `bodies can be nested at most ${MAX_DEPTH} deep`, address)
    const ids = this.uniqueIds(body, address)
    const edges = body.edges.filter((edge) => this.hasEnds(edge, ids, address))
    const order = inOrder(body.nodes, edges)
    if ('cycle' in order)
      return this.fail(
        nothing,
        'cycle',
        `these nodes wait for each other: ${order.cycle.join(', ')}`,
        address,
      )
    const sheet = this.sheet(body, edges, order.nodes, around)
    const nodes = order.nodes.flatMap((node, index) => this.node(node, index, sheet) ?? [])
    const outputs = this.outputs(body, sheet)
    return {
      nodes,
      inputs: new Map(Object.entries(body.inputs)),
      outputs,
      outputTypes: new Map(
        outputs.map(({ name }) => {
          const [from, port] = body.outputs[name] ?? ['', '']
          return [name, this.typeOf(from, port, sheet) ?? true]
        }),
      ),
    }
  }

  private uniqueIds(body: GraphBody, address: string): ReadonlySet<string> {
    const ids = new Set<string>()
    for (const { id } of body.nodes) {
      if (ids.has(id)) this.say('duplicate_id', `two nodes are called \`${id}\``, at(address, id))
      ids.add(id)
    }
    return ids
  }

  private hasEnds({ from, to }: Edge, ids: ReadonlySet<string>, address: string): boolean {
    const known = (id: string, isSource: boolean) => ids.has(id) || (isSource && id === INPUT)
    const missing = [...(known(from[0], true) ? [] : [from[0]]), ...(known(to[0], false) ? [] : [to[0]])]
    for (const id of missing)
      this.say(
        'unknown_node',
        `an edge names the node \`${id}\`, which does not exist`,
        at(address, id),
        null,
        nearestNames(id, ids),
      )
    return missing.length === 0
  }

  private sheet(
    body: GraphBody,
    edges: readonly Edge[],
    nodes: readonly GraphNode[],
    around: Surroundings,
  ): Sheet {
    const places = new Map(nodes.map(({ id }, index) => [id, index]))
    const incoming = new Map<string, Edge[]>()
    const dependents = new Map<string, Set<number>>()
    const errorWired = new Set<string>()
    for (const edge of edges) {
      const [source, port] = edge.from
      const list = incoming.get(edge.to[0])
      if (list === undefined) incoming.set(edge.to[0], [edge])
      else list.push(edge)
      const target = places.get(edge.to[0]) ?? -1
      const after = dependents.get(source)
      if (after === undefined) dependents.set(source, new Set([target]))
      else after.add(target)
      if (port === ERROR) errorWired.add(source)
    }
    for (const [source, port] of Object.values(body.outputs)) if (port === ERROR) errorWired.add(source)
    const inputTypes = new Map(around.given)
    for (const [name, { schema }] of Object.entries(body.inputs)) inputTypes.set(name, schema)
    const { address, depth } = around
    return { address, depth, places, incoming, errorWired, dependents, inputTypes, outputs: new Map() }
  }

  private node(node: GraphNode, index: number, sheet: Sheet): CompiledNode | undefined {
    const address = at(sheet.address, node.id)
    if (this.byAddress.size > MAX_COMPILED) {
      if (this.byAddress.size === MAX_COMPILED + 1)
        this.say('too_many_nodes', 'with all the workflows it contains, the graph is too large')
      return undefined
    }
    const type = this.registry.get(node.type)
    if (type === undefined) {
      const placeholder = node.type.startsWith('placeholder.')
      this.say(
        placeholder ? 'placeholder' : 'unknown_type',
        placeholder
          ? `\`${node.type.slice(12)}\` has no counterpart here: replace it with another node`
          : `there is no node type \`${node.type}\``,
        address,
        null,
        nearestNames(
          node.type.replace(/^placeholder\./, ''),
          this.registry.list().map((one) => one.type),
        ),
      )
      return undefined
    }
    const incoming = sheet.incoming.get(node.id) ?? []
    const wired = new Map<string, JsonSchema>()
    for (const edge of incoming)
      if (edge.to[1] !== AFTER) wired.set(edge.to[1], this.edgeType(edge, sheet, address))
    const inner = this.inner(node, type, wired, sheet, address)
    const ports = type.ports(node, inner.context)
    sheet.outputs.set(node.id, ports.outputs)
    const literals = this.literals(node, ports, address, type)
    const { wires, after } = this.wiresOf(node, incoming, { ports, type, wired, sheet, address })
    this.required(node, ports, wired, address)
    for (const error of checkSettings(node, type, address)) this.errors.push(error)
    const compiled: CompiledNode = {
      index,
      id: node.id,
      address,
      node,
      type,
      ports,
      literals,
      wires,
      after,
      dependents: [...(sheet.dependents.get(node.id) ?? [])],
      waitsFor: new Set(incoming.map(({ from }) => from[0]).filter((id) => id !== INPUT)).size,
      errorWired: sheet.errorWired.has(node.id),
      body: inner.body,
      timeout: node.timeout === undefined ? undefined : readDuration(node.timeout),
    }
    this.byAddress.set(address, compiled)
    return compiled
  }

  /** Compiles the body of a node, or the workflow that it refers to. */
  private inner(
    node: GraphNode,
    type: NodeType,
    wired: ReadonlyMap<string, JsonSchema>,
    sheet: Sheet,
    address: string,
  ): { readonly body?: CompiledBody; readonly context: PortContext } {
    if (type.type === 'workflow') return this.workflow(node, wired, sheet, address)
    const wants = type.kind === 'structure' ? type.bodyInputs : undefined
    if (wants === undefined) {
      if (node.body !== undefined) this.say('body_not_allowed', `\`${type.type}\` has no body`, address)
      return { context: { wired } }
    }
    if (node.body === undefined) {
      this.say('body_missing', `\`${type.type}\` needs a body: { inputs, outputs, nodes, edges }`, address)
      return { context: { wired } }
    }
    const own = type.ports(node, { wired }).inputs
    const given = new Map<string, JsonSchema>()
    for (const [name, schema] of wired) if (!own.has(name)) given.set(name, schema)
    for (const [name, value] of Object.entries(node.inputs))
      if (!own.has(name)) given.set(name, { const: value })
    for (const name of wants) given.set(name, true)
    given.set('index', { type: 'integer', minimum: 0 })
    const items = wired.get('items')
    if (wants.includes('item') && items !== undefined) given.set('item', pickType(items, [0]))
    for (const name of Object.keys(node.body.inputs))
      if (!given.has(name) && node.body.inputs[name]?.default === undefined)
        this.say('missing_input', `its body needs the input \`${name}\``, address, name, [...given.keys()])
    const body = this.body(node.body, { address, depth: sheet.depth + 1, given })
    for (const name of type.kind === 'structure' ? (type.bodyOutputs ?? []) : [])
      if (!Object.hasOwn(node.body.outputs, name))
        this.say('missing_input', `its body must have the output \`${name}\``, address, name)
    return { body, context: { wired, inner: body.outputTypes } }
  }

  private workflow(node: GraphNode, wired: ReadonlyMap<string, JsonSchema>, sheet: Sheet, address: string) {
    const name = node.inputs['workflow']
    const hash = typeof name === 'string' ? (name.split('@').at(-1) ?? name) : ''
    const graph = hash === '' ? undefined : this.registry.workflow(hash)
    if (graph === undefined || hashGraph(graph, this.registry) !== hash) {
      const why =
        graph === undefined
          ? 'there is no version with that hash'
          : 'a node that it uses has changed since it was saved'
      this.say('unknown_workflow', why, address, 'workflow')
      return { context: { wired } }
    }
    const body = this.body(graph, { address, depth: sheet.depth + 1, given: new Map() })
    const innerInputs = new Map<string, InputPort>(
      Object.entries(graph.inputs).map(([port, input]) => [
        port,
        { schema: input.schema, required: input.default === undefined },
      ]),
    )
    return { body, context: { wired, inner: body.outputTypes, innerInputs } }
  }

  private literals(node: GraphNode, ports: Ports, address: string, type: NodeType) {
    for (const [name, value] of Object.entries(node.inputs)) {
      const port = ports.inputs.get(name) ?? ports.more
      if (port === undefined) this.unknownInput(name, ports, address)
      else {
        const error = checkLiteral(value, port.schema, { node: address, port: name, type })
        if (error !== undefined) this.errors.push(error)
      }
    }
    return node.inputs
  }

  private unknownInput(name: string, ports: Ports, address: string): void {
    const names = [...ports.inputs.keys()]
    const near = nearestNames(name, names)
    this.say('unknown_port', `it has no input \`${name}\``, address, name, near.length > 0 ? near : names)
  }

  private wiresOf(
    node: GraphNode,
    incoming: readonly Edge[],
    {
      ports,
      type,
      wired,
      sheet,
      address,
    }: {
      ports: Ports
      type: NodeType
      wired: ReadonlyMap<string, JsonSchema>
      sheet: Sheet
      address: string
    },
  ) {
    const wires: CompiledWire[] = []
    const after: CompiledWire[] = []
    const seen = new Set<string>(Object.keys(node.inputs))
    for (const edge of incoming) {
      const [from, name] = [edge.from, edge.to[1]]
      const source = from[0] === INPUT ? -1 : (sheet.places.get(from[0]) ?? -1)
      const pick = edge.pick === undefined ? undefined : readPick(edge.pick)
      if (edge.pick !== undefined && pick === undefined)
        this.say(
          'bad_pick',
          `\`${edge.pick}\` is not a path into a value: write \`a.b[0]\` or \`[*].name\``,
          address,
          name,
        )
      if (name === AFTER) {
        after.push({ source, from: from[1], port: name, required: true })
        continue
      }
      if (seen.has(name)) this.say('duplicate_wire', `\`${name}\` is given twice`, address, name)
      seen.add(name)
      const port = ports.inputs.get(name) ?? ports.more
      if (port === undefined) {
        this.unknownInput(name, ports, address)
        continue
      }
      if (port.literal === true)
        this.say('literal_only', `\`${name}\` is a setting and cannot be wired`, address, name)
      const fit = this.fitOf(edge, wired.get(name) ?? true, port.schema, sheet, address)
      const check = fit === 'check' && type.kind !== 'pure' ? port.schema : undefined
      wires.push({ source, from: from[1], port: name, required: port.required, pick, check })
    }
    return { wires, after }
  }

  private fitOf(edge: Edge, from: JsonSchema, to: JsonSchema, sheet: Sheet, address: string): Fit {
    const fit = assignable(from, to)
    if (fit === 'no') {
      const others = this.fitting(edge, to, sheet)
      this.say(
        'wrong_type',
        `\`${edge.to[1]}\` takes ${typeWords(to)}, and ${edge.from.join('.')} gives ${typeWords(from)}`,
        address,
        edge.to[1],
        others,
      )
    } else this.wires.push({ body: sheet.address, edge, fit, from: typeWords(from), to: typeWords(to) })
    return fit
  }

  /** Other outputs of the same source that would fit. */
  private fitting({ from }: Edge, to: JsonSchema, sheet: Sheet): string[] {
    const outputs =
      from[0] === INPUT ? sheet.inputTypes : (sheet.outputs.get(from[0]) ?? new Map<string, JsonSchema>())
    return [...outputs]
      .filter(([, type]) => assignable(type, to) !== 'no')
      .map(([port]) => `${from[0]}.${port}`)
  }

  private required(
    node: GraphNode,
    ports: Ports,
    wired: ReadonlyMap<string, JsonSchema>,
    address: string,
  ): void {
    for (const [name, port] of ports.inputs)
      if (port.required && node.inputs[name] === undefined && !wired.has(name))
        this.say('missing_input', `it needs \`${name}\`: ${typeWords(port.schema)}`, address, name)
  }

  private edgeType(edge: Edge, sheet: Sheet, address: string): JsonSchema {
    const type = this.typeOf(edge.from[0], edge.from[1], sheet)
    if (type === undefined) {
      const names = [
        ...(edge.from[0] === INPUT
          ? sheet.inputTypes
          : (sheet.outputs.get(edge.from[0]) ?? new Map<string, JsonSchema>())
        ).keys(),
        ERROR,
      ]
      this.say(
        'unknown_port',
        `\`${edge.from[0]}\` has no output \`${edge.from[1]}\``,
        edge.from[0] === INPUT ? address : at(sheet.address, edge.from[0]),
        edge.from[1],
        names,
      )
      return true
    }
    const pick = edge.pick === undefined ? undefined : readPick(edge.pick)
    return pick === undefined ? type : pickType(type, pick)
  }

  private typeOf(id: string, port: string, sheet: Sheet): JsonSchema | undefined {
    if (id === INPUT) return sheet.inputTypes.get(port)
    if (port === ERROR) return FAILURE
    const outputs = sheet.outputs.get(id)
    // A node that failed to compile has already reported its own error.
    return outputs === undefined ? true : outputs.get(port)
  }

  private outputs(body: GraphBody, sheet: Sheet): CompiledBody['outputs'] {
    return Object.entries(body.outputs).map(([name, [id, port]]) => {
      const source = id === INPUT ? -1 : sheet.places.get(id)
      if (source === undefined)
        this.say(
          'unknown_node',
          `the output \`${name}\` names the node \`${id}\`, which does not exist`,
          sheet.address === '' ? null : sheet.address,
          name,
          nearestNames(id, sheet.places.keys()),
        )
      else if (this.typeOf(id, port, sheet) === undefined)
        this.say(
          'unknown_port',
          `the output \`${name}\` names \`${id}.${port}\`, which does not exist`,
          at(sheet.address, id),
          port,
          [...(sheet.outputs.get(id)?.keys() ?? [])],
        )
      return { name, source: source ?? -1, port }
    })
  }

  private say(...error: Parameters<typeof graphError>): void {
    this.errors.push(graphError(...error))
  }

  private fail<T>(value: T, code: Parameters<typeof graphError>[0], message: string, address: string): T {
    this.say(code, message, address === '' ? null : address)
    return value
  }
}

function at(address: string, id: string): string {
  return address === '' ? id : `${address}/${id}`
}
