import { groupOf, isThere, turnTools, type Capabilities, type ToolSketch } from '@countersign/agent'
import { BUILTIN_TOOLS, decide, explain, type Decision, type Policy } from '@countersign/policy'
import { WORKBENCH_TOOLS, type ToolView } from '@countersign/protocol'

/** The tools that a turn would have now, with the policy's verdict on a use that no rule matches. */
export function toolViews(
  tools: readonly ToolSketch[],
  policy: Policy,
  has: Capabilities,
  ownerOf: (name: string) => string | undefined = () => undefined,
): readonly ToolView[] {
  const there = [...tools, ...turnTools()].filter((tool) => isThere(tool, has))
  return there.map((tool) => view(tool, decisionOn(tool, policy), ownerOf(tool.name)))
}

function view(tool: ToolSketch, decision: Decision, owner: string | undefined): ToolView {
  return {
    name: tool.name,
    group: groupOf(tool.name),
    source: owner ?? sourceOf(tool.name),
    category: tool.category,
    description: tool.description,
    verdict: decision.verdict,
    why: explain(decision),
    capability: tool.capabilities.join(' or '),
    specifier: tool.specifier,
    destructive: tool.destructive,
    ...(tool.asks === undefined ? {} : { asks: tool.asks }),
    on_request: tool.onRequest,
  }
}

/** The owner of a tool, by its name: only clients have modules that are not ours. */
function sourceOf(name: string): string {
  const [, server] = /^mcp__(.+?)__/.exec(name) ?? []
  if (server !== undefined) return `MCP server ${server}`
  if (WORKBENCH_TOOLS.get(name)?.runs === 'client') return 'workbench'
  return name.includes('.') && !BUILTIN_TOOLS.has(name) ? 'client' : 'built in'
}

/** The specifier is an empty text: only rules for all uses of the tool, and the mode, apply. */
function decisionOn(tool: ToolSketch, policy: Policy): Decision {
  const { name, category, editSafe, asks } = tool
  const destructive = tool.destructive === true || tool.destructive === 'by_inspection'
  const facts = { name, category, editSafe, asks, destructive, kind: 'text' as const }
  const place = { workspace: '/', cwd: '/', home: '/' }
  return decide({ tool: facts, specifier: { kind: 'text', text: '' }, place }, policy)
}
