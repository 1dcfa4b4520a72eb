import { resolve } from 'node:path'
import {
  isJson,
  shellCall,
  textOf,
  unknownCall,
  type Json,
  type OutsideCall,
  type OutsidePlace,
} from './outside-call.ts'
import { readTool } from './tools.ts'

/** The agents whose hook formats are spoken here. */
export const HOOK_AGENTS = ['claude-code', 'codex', 'gemini', 'cursor'] as const
export type HookAgent = (typeof HOOK_AGENTS)[number]

/** What a hook was told on its standard input. */
export interface HookCall {
  readonly agent: HookAgent
  readonly event: string
  readonly place: OutsidePlace
  readonly call: OutsideCall
}

/** What a hook answers. `ask` leaves the question to the outer agent. */
export interface HookAnswer {
  readonly verdict: 'allow' | 'deny' | 'ask'
  readonly reason: string
}

/** Events that come before a tool runs; all others need no answer. */
const BEFORE: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PermissionRequest',
  'BeforeTool',
  'preToolUse',
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
])

export type HookInput =
  | { readonly kind: 'call'; readonly hook: HookCall }
  /** An event that asks nothing. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly message: string }

/** Reads what an outer agent says before it uses a tool. `given` is the agent as the command line names it. */
export function readHookInput(
  text: string,
  given: HookAgent | undefined,
  fallback: { readonly cwd: string; readonly project?: string },
): HookInput {
  const json = parsed(text)
  if (!isJson(json))
    return { kind: 'unreadable', message: 'the hook got no JSON object on its standard input' }
  const event = textOf(json, 'hook_event_name') ?? 'PreToolUse'
  if (!BEFORE.has(event)) return { kind: 'other' }
  const agent = given ?? agentOf(event, json)
  const roots = json['workspace_roots']
  const root = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : undefined
  const cwd = resolve(fallback.cwd, textOf(json, 'cwd') ?? root ?? '.')
  const call = callOf(event, json, cwd)
  if (call === undefined) return { kind: 'unreadable', message: `the hook event \`${event}\` names no tool` }
  const place: OutsidePlace = {
    agent,
    session: textOf(json, 'session_id', 'conversation_id') ?? 'session',
    cwd: call.cwd ?? cwd,
    workspace: fallback.project ?? root ?? cwd,
    planning: textOf(json, 'permission_mode') === 'plan',
  }
  return { kind: 'call', hook: { agent, event, place, call } }
}

/** The answer as the outer agent reads it. */
export function writeHookAnswer(
  { agent, event }: Pick<HookCall, 'agent' | 'event'>,
  { verdict, reason }: HookAnswer,
): string {
  return `${JSON.stringify(answerOf(agent, event, verdict, reason))}\n`
}

function answerOf(agent: HookAgent, event: string, verdict: HookAnswer['verdict'], reason: string): Json {
  switch (agent) {
    case 'claude-code':
      return event === 'PermissionRequest'
        ? permission(verdict, reason)
        : preToolUse({ permissionDecision: verdict, permissionDecisionReason: reason })
    case 'codex':
      // Before a tool Codex takes a refusal only; yes is said when it asks for permission.
      if (event === 'PermissionRequest') return permission(verdict, reason)
      return verdict === 'deny'
        ? preToolUse({ permissionDecision: verdict, permissionDecisionReason: reason })
        : {}
    case 'gemini':
      // It knows yes and no; without either it asks by its own settings.
      return verdict === 'ask' ? { systemMessage: reason } : { decision: verdict, reason }
    case 'cursor':
      return { permission: verdict, user_message: reason, agent_message: reason }
  }
}

function preToolUse(fields: Json): Json {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } }
}

function permission(verdict: HookAnswer['verdict'], reason: string): Json {
  if (verdict === 'ask') return {}
  const decision = verdict === 'allow' ? { behavior: verdict } : { behavior: verdict, message: reason }
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }
}

function agentOf(event: string, json: Json): HookAgent {
  if (event === 'BeforeTool') return 'gemini'
  if (event.startsWith('before') || event === 'preToolUse') return 'cursor'
  return textOf(json, 'turn_id') === undefined ? 'claude-code' : 'codex'
}

function callOf(event: string, json: Json, cwd: string): OutsideCall | undefined {
  switch (event) {
    case 'beforeShellExecution': {
      const command = textOf(json, 'command')
      return command === undefined ? undefined : shellCall(command, cwd, { command })
    }
    case 'beforeReadFile': {
      const path = textOf(json, 'file_path')
      return path === undefined ? undefined : readTool('Read', { file_path: path }, cwd)
    }
    default: {
      const name = textOf(json, 'tool_name')
      if (name === undefined) return undefined
      const args = argsOf(json['tool_input'])
      return event === 'beforeMCPExecution'
        ? unknownCall(mcpName(name, json), args)
        : readTool(name, args, cwd)
    }
  }
}

function mcpName(name: string, json: Json): string {
  // Whatever a tool calls itself: it is of the server that has it.
  return `mcp__${textOf(json, 'server', 'server_name') ?? 'cursor'}__${name}`
}

/** Arguments are an object, or the text of one. */
function argsOf(value: unknown): Json {
  const args = typeof value === 'string' ? parsed(value) : value
  return isJson(args) ? args : args === undefined || args === null ? {} : { input: args }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
