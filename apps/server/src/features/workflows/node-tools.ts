import { turnTools, type Tool, type ToolSketch } from '@countersign/agent'
import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import type { JsonSchema, ToolNodeFacts } from '@countersign/workflow'
import { nodeTitle } from './node-titles.ts'

/** Tools that are not nodes: they steer a conversation, or change what a page shows. */
const NO_NODES: ReadonlySet<string> = new Set([
  'terminal.input',
  'finish_subtask',
  'load_tools',
  'search_tools',
  'run_workflow',
  'plan_workflow',
  'build_workflow',
  'run_node',
  'list_nodes',
  'get_node',
  'list_workflows',
  'get_workflow',
])

/** The node facts of a person's tools, including those of every turn. */
export function toolNodes(tools: readonly Tool[]): readonly ToolNodeFacts[] {
  const all = new Map<string, ToolSketch>()
  for (const tool of [...turnTools(), ...tools]) all.set(tool.name, tool)
  return [...all.values()].filter(({ name }) => isToolNode(name)).map(toolFacts)
}

/** Whether a tool of this name is a node. */
export function isToolNode(name: string): boolean {
  return !NO_NODES.has(name) && !name.startsWith('ui_')
}

const known = new WeakMap<object, ToolNodeFacts>()

function toolFacts(tool: ToolSketch): ToolNodeFacts {
  const before = known.get(tool)
  if (before) return before
  const { name, description, category, destructive, specifier, repeat, definitionHash } = tool
  const input = tool.inputSchema as JsonSchema // a schema, as every tool states it
  const output = tool.outputSchema as JsonSchema | undefined // the same
  const facts: ToolNodeFacts = {
    name,
    title: nodeTitle(name),
    description,
    input,
    ...(output === undefined ? {} : { output }),
    category,
    destructive,
    specifier,
    repeat,
    definitionHash: sha256(
      canonicalJson({
        name,
        description,
        input,
        output: output ?? null,
        category,
        destructive,
        specifier,
        repeat,
        // What no schema shows, such as claims about effects, belongs to an agreement too.
        ...(definitionHash === undefined ? {} : { definitionHash }),
      }),
    ),
  }
  known.set(tool, facts)
  return facts
}
