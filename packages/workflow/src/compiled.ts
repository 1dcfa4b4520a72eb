import type { Edge, Graph, GraphInput, GraphNode } from './format.ts'
import type { JsonSchema, Values } from './json.ts'
import type { NodeType, Ports } from './nodes/define-node.ts'
import type { Fit } from './types/assignable.ts'
import type { PickStep } from './types/pick.ts'

/** A wire into a node, resolved. */
export interface CompiledWire {
  /** Place of the node that it comes from; -1: the inputs of the body. */
  readonly source: number
  readonly from: string
  readonly port: string
  readonly required: boolean
  readonly pick?: readonly PickStep[] | undefined
  /** What the value must fit, checked when it comes. */
  readonly check?: JsonSchema | undefined
}

export interface CompiledNode {
  readonly index: number
  readonly id: string
  /** Ids from the outermost body: `each/save`. */
  readonly address: string
  readonly node: GraphNode
  readonly type: NodeType
  readonly ports: Ports
  readonly literals: Values
  readonly wires: readonly CompiledWire[]
  /** Wires to `$after`. */
  readonly after: readonly CompiledWire[]
  /** Places of the nodes that wait for this one, each once. */
  readonly dependents: readonly number[]
  /** How many nodes it waits for. */
  readonly waitsFor: number
  readonly errorWired: boolean
  readonly body?: CompiledBody | undefined
  readonly timeout?: number | undefined
  readonly cache?: number | undefined
}

/** Nodes in an order in which each comes after those that it waits for. */
export interface CompiledBody {
  readonly nodes: readonly CompiledNode[]
  readonly inputs: ReadonlyMap<string, GraphInput>
  readonly outputs: readonly { readonly name: string; readonly source: number; readonly port: string }[]
  readonly outputTypes: ReadonlyMap<string, JsonSchema>
}

/** How an edge fits; `check` edges are checked when they carry something. */
export interface WireFit {
  /** The address of the body, '' for the graph itself. */
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
  /** Over all that counts; computed when asked for. */
  readonly hash: string
  readonly root: CompiledBody
  readonly wires: readonly WireFit[]
  /** Every node of every body by its address. */
  readonly byAddress: ReadonlyMap<string, CompiledNode>
}
