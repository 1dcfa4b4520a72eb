import { AGENT_TOOLS } from './agent-tools.ts'
import { talkCall, unknownCall, type Json, type OutsideCall } from './outside-call.ts'
import { readTool } from './tools.ts'

/**
 * OpenCode's own tools as of 1.18, mapped to the tools of other agents that do the same. It names a tool of an MCP server `server_tool`,
 * which may collide with another agent's tool: only names in this table are known.
 */
const TOOLS: ReadonlyMap<string, string> = new Map([
  ['bash', 'Bash'],
  ['read', 'Read'],
  ['list', 'LS'],
  ['glob', 'Glob'],
  ['grep', 'Grep'],
  ['write', 'Write'],
  ['edit', 'Edit'],
  ['multiedit', 'MultiEdit'],
  ['apply_patch', 'apply_patch'],
  ['webfetch', 'WebFetch'],
  ['websearch', 'WebSearch'],
  ['task', 'Task'],
  ['todowrite', 'TodoWrite'],
])

const NAMES: ReadonlyMap<string, string> = new Map([
  ['filePath', 'file_path'],
  ['oldString', 'old_string'],
  ['newString', 'new_string'],
  ['patchText', 'patch'],
])

export function readOpencodeTool(name: string, args: Json, cwd: string): OutsideCall {
  if (AGENT_TOOLS.opencode.talk.includes(name)) return talkCall(name, args)
  const known = TOOLS.get(name)
  // It is unknown which of two spellings the tool reads.
  if (known === undefined || [...NAMES.values()].some((other) => Object.hasOwn(args, other)))
    return unknownCall(name, args)
  return { ...readTool(known, renamed(args), cwd), args }
}

function renamed(args: Json): Json {
  const fields = Object.entries(args).map(([name, value]) => [
    NAMES.get(name) ?? name,
    name === 'edits' && Array.isArray(value)
      ? value.map((one: unknown) => (typeof one === 'object' && one !== null ? renamed({ ...one }) : one))
      : value,
  ])
  return Object.fromEntries(fields) as Json // made of entries
}
