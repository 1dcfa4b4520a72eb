import { AGENT_TOOLS } from './agent-tools.ts'
import { talkCall, unknownCall, type Json, type OutsideCall } from './outside-call.ts'
import { readTool } from './tools.ts'

/**
 * OpenCode's own tools, read from 1.18, by the tools of other agents that do the same. A tool of an MCP server is called
 * `server_tool` there, which may be the name of another agent's tool: only what is in this table is known.
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
  // Which of two spellings it takes is not known.
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
