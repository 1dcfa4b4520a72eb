import type { NodeTypeView } from '@countersign/protocol'
import type { GraphNode, JsonSchema, NodeType, Registry } from '@countersign/workflow'

/** Every node type that a graph can use, as the palette shows it. */
export function nodeTypeViews(registry: Registry): readonly NodeTypeView[] {
  return registry.list().map(nodeTypeView)
}

export function nodeTypeView(type: NodeType): NodeTypeView {
  const blank: GraphNode = { id: 'node', type: type.type, inputs: {} }
  const { inputs, outputs } = type.ports(blank)
  const tool = type.kind === 'tool' ? type.facts : undefined
  return {
    type: type.type,
    title: type.title,
    group: type.group,
    about: type.description,
    kind: type.kind,
    inputs: [...inputs].map(([name, { schema, required }]) => ({ name, schema: asObject(schema), required })),
    outputs: [...outputs].map(([name, schema]) => ({ name, schema: asObject(schema), required: true })),
    category: tool?.category ?? null,
    destructive:
      tool === undefined || tool.destructive === false ? 'no' : tool.destructive === true ? 'yes' : 'maybe',
    repeat: tool?.repeat ?? null,
    hash: type.definitionHash,
  }
}

function asObject(schema: JsonSchema): Record<string, unknown> {
  return typeof schema === 'boolean' ? {} : { ...schema }
}
