/** An error in a graph: its location, a message, and suggestions that would fit. */
export interface GraphError {
  readonly code: GraphErrorCode
  /** The address of a node, `each/save`; null for the graph as a whole. */
  readonly node: string | null
  readonly port: string | null
  readonly message: string
  /** Suggested names: types, ports, keys, or nodes that convert. */
  readonly fits: readonly string[]
}

export type GraphErrorCode =
  | 'not_json'
  | 'too_large'
  | 'too_deep'
  | 'too_many_nodes'
  | 'malformed'
  | 'unknown_key'
  | 'unknown_type'
  | 'unknown_node'
  | 'unknown_port'
  | 'unknown_workflow'
  | 'duplicate_id'
  | 'duplicate_wire'
  | 'missing_input'
  | 'literal_only'
  | 'wrong_type'
  | 'bad_pick'
  | 'bad_setting'
  | 'body_missing'
  | 'body_not_allowed'
  | 'not_allowed'
  | 'cycle'
  | 'placeholder'
  | 'out_of_bounds'

export function graphError(
  code: GraphErrorCode,
  message: string,
  node: string | null = null,
  port: string | null = null,
  fits: readonly string[] = [],
): GraphError {
  return { code, node, port, message, fits }
}
