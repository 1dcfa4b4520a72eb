import { resolve } from 'node:path'
import {
  isJson,
  shellCall,
  TALK,
  talkCall,
  textOf,
  unknownCall,
  type Json,
  type OutsideCall,
  type OutsidePlace,
} from './outside-call.ts'
import { asksIn, HOOK_FACTS, type HookAgent } from './agents.ts'
import { isPlanFile, skillCall } from './claude.ts'
import { keepsTerminal } from './codex.ts'
import { readOpencodeTool } from './opencode.ts'
import { readTool } from './tools.ts'
import { twiceAskedByCodex, twiceAskedByCursor, type TwiceAsked } from './twice-asked.ts'
import { typedProgram } from './typed-programs.ts'

/** The event that a hook read from its standard input. */
export interface HookCall {
  readonly agent: HookAgent
  readonly event: string
  readonly place: OutsidePlace
  readonly call: OutsideCall
  /** Whether its agent asks its person when answered `ask`, in this event and in its current mode. */
  readonly asks: boolean
  /** Set if its agent asks about one call with two hooks: one yes is enough. */
  readonly twice?: TwiceAsked
}

/** Where a hook was started, and its lookups there. */
export interface HookPlace {
  readonly cwd: string
  /** The project, as the agent names it in the environment of its hooks. */
  readonly project?: string
  /** The end of the transcript that the agent keeps of its session; empty if there is none. */
  readonly transcript?: (path: string) => string
  /** The person's home folder. */
  readonly home?: string
  /** The text of a file; undefined: there is none; null: it cannot be read. Absent: no file can be read. */
  readonly file?: (path: string) => string | null | undefined
}

/** The answer of a hook. `ask` leaves the question to the outer agent if that one asks its person, and refuses otherwise. */
export interface HookAnswer {
  readonly verdict: 'allow' | 'deny' | 'ask'
  readonly reason: string
}

const CLAUDE_EVENTS = ['PreToolUse', 'PermissionRequest']

/** Events that come before a tool runs, by the agents that send them; all others need no answer. */
const BEFORE: Readonly<Record<HookAgent, ReadonlySet<string>>> = {
  'claude-code': new Set(CLAUDE_EVENTS),
  codex: new Set(CLAUDE_EVENTS),
  gemini: new Set(['BeforeTool']),
  opencode: new Set(['tool.execute.before']),
  cursor: new Set(['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile']),
}

export type HookInput =
  | { readonly kind: 'call'; readonly hook: HookCall }
  /** An event that needs no answer. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly message: string }

/** Reads the event that an outer agent sends before it uses a tool. `given`: the agent that the command line names. */
export function readHookInput(text: string, given: HookAgent | undefined, started: HookPlace): HookInput {
  const json = parsed(text)
  if (!isJson(json))
    return { kind: 'unreadable', message: 'the hook got no JSON object on its standard input' }
  const event = textOf(json, 'hook_event_name') ?? 'PreToolUse'
  if (!Object.values(BEFORE).some((events) => events.has(event))) return { kind: 'other' }
  const sender = agentOf(event, json)
  const agent = given ?? sender
  // A refusal in another agent's format would not be understood.
  if (!BEFORE[agent].has(event))
    return { kind: 'unreadable', message: `${HOOK_FACTS[agent].name} has no hook event \`${event}\`` }
  const roots = json['workspace_roots']
  const root = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : undefined
  const cwd = resolve(started.cwd, textOf(json, 'cwd') ?? root ?? '.')
  const call = callOf(agent, event, json, cwd)
  if (call === undefined) return { kind: 'unreadable', message: `the hook event \`${event}\` names no tool` }
  const place: OutsidePlace = {
    agent,
    session: textOf(json, 'session_id', 'conversation_id') ?? 'session',
    cwd: call.cwd ?? cwd,
    // Codex reports as `cwd` where the model wants to be; it starts its hooks in the folder of the session.
    workspace: agent === 'codex' ? started.cwd : (started.project ?? root ?? cwd),
    planning: textOf(json, 'permission_mode') === 'plan',
  }
  const asks = agent === sender && asksIn(agent, event, textOf(json, 'permission_mode'))
  const twice = twiceAsked(agent, event, { json, call, place })
  return {
    kind: 'call',
    hook: {
      agent,
      event,
      place,
      call: withHiddenEffects(agent, call, { json, place, started }),
      asks,
      ...(twice === undefined ? {} : { twice }),
    },
  }
}

interface HookContext {
  readonly json: Json
  readonly place: OutsidePlace
  readonly started: HookPlace
}

/** The call with the effects that its arguments do not show. */
function withHiddenEffects(
  agent: HookAgent,
  call: OutsideCall,
  { json, place, started }: HookContext,
): OutsideCall {
  switch (agent) {
    case 'claude-code':
      return claudeCall(call, json, place, started)
    case 'codex':
      return withTyping(call, place, () => keepsTerminal(json, transcriptOf(json, started)))
    case 'gemini':
    case 'opencode':
    case 'cursor':
      return call
  }
}

function twiceAsked(
  agent: HookAgent,
  event: string,
  { json, call, place }: Pick<HookContext, 'json' | 'place'> & { readonly call: OutsideCall },
): TwiceAsked | undefined {
  switch (agent) {
    case 'codex':
      return twiceAskedByCodex(event, json)
    case 'cursor':
      return twiceAskedByCursor(event, json, call, place.cwd)
    case 'claude-code':
    case 'gemini':
    case 'opencode':
      return undefined
  }
}

/** A call of Claude Code with the effects that its arguments do not show. */
function claudeCall(call: OutsideCall, json: Json, place: OutsidePlace, started: HookPlace): OutsideCall {
  const where = { ...place, home: started.home, file: started.file ?? (() => undefined) }
  if (isSkill(call)) return skillCall(argsOf(json['tool_input']), where)
  const name = textOf(json, 'tool_name') ?? ''
  return place.planning && isPlanFile(call, where) ? talkCall(name, argsOf(json['tool_input'])) : call
}

function isSkill({ tool, specifier }: OutsideCall): boolean {
  return tool.name === TALK && specifier.kind === 'text' && specifier.text === 'Skill'
}

function transcriptOf(json: Json, { transcript }: HookPlace): string {
  const path = textOf(json, 'transcript_path')
  return path === undefined || transcript === undefined ? '' : transcript(path)
}

/** Codex fires no hook for later typed input, so a program that reads typed input always asks if its terminal stays open. */
function withTyping(
  call: OutsideCall,
  place: OutsidePlace,
  terminal: () => boolean | undefined,
): OutsideCall {
  if (call.specifier.kind !== 'shell') return call
  const program = typedProgram(call.specifier.command, { ...place, home: '/' })
  if (program === undefined || terminal() === false) return call
  return {
    ...call,
    tool: { ...call.tool, asks: 'always' },
    title: `Run \`${program}\` in a terminal: what Codex types into it later is not seen here`,
  }
}

/** The answer as the outer agent reads it. */
export function writeHookAnswer(
  { agent, event, asks }: Pick<HookCall, 'agent' | 'event' | 'asks'>,
  { verdict, reason }: HookAnswer,
): string {
  const answer =
    verdict === 'ask' && !asks
      ? answerOf(agent, event, 'deny', `${reason}. ${nobodyAsks(agent)}`)
      : answerOf(agent, event, verdict, reason)
  return `${JSON.stringify(answer)}\n`
}

/** Why a call is refused although a person should have been asked, and what to do about it. */
function nobodyAsks(agent: HookAgent): string {
  return `${HOOK_FACTS[agent].name} would not ask now, so this is refused. Its person can start Countersign with \`countersign\`, which asks on its page, or allow such calls by a rule: \`countersign rules add allow 'RULE'\``
}

function answerOf(agent: HookAgent, event: string, verdict: HookAnswer['verdict'], reason: string): Json {
  switch (agent) {
    case 'claude-code':
      return event === 'PermissionRequest'
        ? permission(verdict, reason)
        : preToolUse({ permissionDecision: verdict, permissionDecisionReason: reason })
    case 'codex':
      // Before a tool Codex accepts only a refusal; without one it continues by its own settings. A yes is the answer when it asks for
      // permission.
      if (event === 'PermissionRequest') return permission(verdict, reason)
      return verdict === 'allow'
        ? {}
        : preToolUse({ permissionDecision: 'deny', permissionDecisionReason: reason })
    case 'gemini':
    case 'opencode':
      return { decision: verdict === 'allow' ? 'allow' : 'deny', reason }
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
  if (event === 'tool.execute.before') return 'opencode'
  if (event.startsWith('before') || event === 'preToolUse') return 'cursor'
  return textOf(json, 'turn_id') === undefined ? 'claude-code' : 'codex'
}

function callOf(agent: HookAgent, event: string, json: Json, cwd: string): OutsideCall | undefined {
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
      if (agent === 'opencode') return readOpencodeTool(name, args, cwd)
      const server = serverOf(event, json)
      return server === undefined
        ? readTool(name, args, cwd, agent)
        : unknownCall(mcpName(server, name, json), args)
    }
  }
}

/** The MCP server of the tool; undefined: the event names none. */
function serverOf(event: string, json: Json): string | undefined {
  if (event === 'beforeMCPExecution') return textOf(json, 'server', 'server_name') ?? 'cursor'
  // Claude Code and Gemini CLI name it in these fields.
  const [claude, gemini] = [json['mcp_server'], json['mcp_context']]
  if (isJson(claude)) return textOf(claude, 'name') ?? 'unnamed'
  return isJson(gemini) ? (textOf(gemini, 'server_name') ?? 'unnamed') : undefined
}

/** The server decides the name, whatever the tool calls itself. */
function mcpName(server: string, name: string, json: Json): string {
  const own = isJson(json['mcp_context']) ? textOf(json['mcp_context'], 'tool_name') : undefined
  const prefix = `mcp__${server}__`
  return json['mcp_server'] !== undefined && name.startsWith(prefix) ? name : `${prefix}${own ?? name}`
}

/** Arguments come as an object or as its JSON text. */
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
