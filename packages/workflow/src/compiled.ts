import type { Edge, Graph, GraphInput, GraphNode } from './format.ts'
import type { JsonSchema, Values } from './json.ts'
import type { NodeType, Ports } from './nodes/define-node.ts'
import type { Fit } from './types/assignable.ts'
import type { PickStep } from './types/pick.ts'

/** A wire into a node, resolved. */
export interface CompiledWire {
  /** Index of the source node; -1 for the inputs of the body. */
  readonly source: number
  readonly from: string
  readonly port: string
  readonly required: boolean
  readonly pick?: readonly PickStep[] | undefined
  /** Schema that the value is checked against at run time. */
  readonly check?: JsonSchema | undefined
}

export interface CompiledNode {
  readonly index: number
  readonly id: string
  /** Node ids from the outermost body inwards: `each/save`. */
  readonly address: string
  readonly node: GraphNode
  readonly type: NodeType
  readonly ports: Ports
  readonly literals: Values
  readonly wires: readonly CompiledWire[]
  /** Wires to `$after`. */
  readonly after: readonly CompiledWire[]
  /** Indices of the nodes that wait for this one, without duplicates. */
  readonly dependents: readonly number[]
  /** Number of nodes that it waits for. */
  readonly waitsFor: number
  readonly errorWired: boolean
  readonly body?: CompiledBody | undefined
  readonly timeout?: number | undefined
}

/** Nodes in topological order. */
export interface CompiledBody {
  readonly nodes: readonly CompiledNode[]
  readonly inputs: ReadonlyMap<string, GraphInput>
  readonly outputs: readonly { readonly name: string; readonly source: number; readonly port: string }[]
  readonly outputTypes: ReadonlyMap<string, JsonSchema>
}

/** How well an edge fits; a `check` edge is checked whenever it carries a value. */
export interface WireFit {
  /** The address of the body; '' for the graph itself. */
  readonly body: string
  readonly edge: Edge
  readonly fit: Exclude<Fit, 'no'>
  /** Both types in words. */
  readonly from: string
  readonly to: string
}

/** A graph that can run. */
export interface Compiled {
  readonly graph: Graph
  /** Hash of everything that affects behaviour; computed on demand. */
  readonly hash: string
  readonly root: CompiledBody
  readonly wires: readonly WireFit[]
  /** Every node of every body by its address. */
  readonly byAddress: ReadonlyMap<string, CompiledNode>
}
