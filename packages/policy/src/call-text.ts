import type { Place, PolicyCall, Specifier, ToolFacts } from './model/call.ts'
import { assertNever } from './result.ts'
import { BUILTIN_TOOLS, canonicalTool, toolFacts } from './tools.ts'

/** Parses a call as people type it: `tool(specifier)`; any other text is a command. */
export function readCallText(text: string, place: Place): PolicyCall {
  const named = /^([A-Za-z_][A-Za-z0-9_.:/-]*)\((.*)\)$/s.exec(text.trim())
  const name = named?.[1] ?? ''
  if (!isToolName(name))
    return { tool: toolFacts('terminal.exec'), specifier: { kind: 'shell', command: text }, place }
  const tool = toolFacts(name)
  return { tool, specifier: specifierOf(tool, named?.[2] ?? ''), place }
}

/** `f(x)` is also the definition of a shell function, so only names that could belong to a tool are treated as one. */
function isToolName(name: string): boolean {
  return BUILTIN_TOOLS.has(canonicalTool(name)) || name.includes('.') || name.startsWith('mcp__')
}

/** A rename's two ends are written `from -> to`. */
function specifierOf({ kind }: ToolFacts, text: string): Specifier {
  switch (kind) {
    case 'shell':
      return { kind, command: text }
    case 'url':
      return { kind, url: text }
    case 'path':
      return { kind, paths: text.split(' -> ').map((asked) => ({ asked })) }
    case 'text':
      return { kind, text }
    default:
      return assertNever(kind)
  }
}
