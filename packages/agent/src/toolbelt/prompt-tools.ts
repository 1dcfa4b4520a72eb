import type { PromptTool } from '../provider.ts'

/** A tool's description for a model. */
type ToolText = Pick<PromptTool, 'name' | 'description' | 'inputSchema'>

/** By schema, then by name, because tools are made again for every turn and level, usually from the same schemas. */
const tools = new WeakMap<object, Map<string, PromptTool>>()

/** A tool as a model gets it: the same object for tools with the same text. */
export function promptTool({ name, description, inputSchema }: ToolText): PromptTool {
  if (typeof inputSchema !== 'object' || inputSchema === null) return { name, description, inputSchema }
  const named = tools.get(inputSchema) ?? new Map<string, PromptTool>()
  tools.set(inputSchema, named)
  const known = named.get(name)
  if (known?.description === description) return known
  const tool = { name, description, inputSchema }
  named.set(name, tool)
  return tool
}

/** The most recent list, by its first tool. */
const lists = new WeakMap<PromptTool, readonly PromptTool[]>()

/** A list of tools: the same one, for equal tools in the same order, so that providers can cache their translation of it. */
export function promptList(list: readonly PromptTool[]): readonly PromptTool[] {
  const [first] = list
  if (first === undefined) return list
  const known = lists.get(first)
  if (known?.length === list.length && known.every((tool, index) => tool === list[index])) return known
  lists.set(first, list)
  return list
}
