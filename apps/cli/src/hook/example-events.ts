import type { HookAgent } from '@countersign/agent/hooks'

/** An event as each agent sends it before it runs a command. */
export function commandEvent(agent: HookAgent, command: string, cwd: string, more: object = {}): string {
  return JSON.stringify({ ...EVENTS[agent](command, cwd), ...more })
}

const claude = (command: string, cwd: string) => ({
  session_id: 'countersign-example',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 'example-1',
})

const EVENTS: Readonly<Record<HookAgent, (command: string, cwd: string) => object>> = {
  'claude-code': claude,
  codex: (command, cwd) => ({ ...claude(command, cwd), turn_id: 'example' }),
  gemini: (command, cwd) => ({
    session_id: 'countersign-example',
    cwd,
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command },
  }),
  opencode: (command, cwd) => ({
    session_id: 'countersign-example',
    cwd,
    hook_event_name: 'tool.execute.before',
    tool_name: 'bash',
    tool_input: { command },
  }),
  cursor: (command, cwd) => ({
    conversation_id: 'countersign-example',
    cwd,
    workspace_roots: [cwd],
    hook_event_name: 'beforeShellExecution',
    command,
  }),
}

/** The agent's reaction to its hook's answer. As measured, anything but a refusal or a question means that it continues. */
export function effectOf({
  code,
  stdout,
}: {
  readonly code: number | null
  readonly stdout: string
}): 'goes on' | 'asks' | 'refuses' {
  if (code === 2) return 'refuses'
  const answer = code === 0 ? parsed(stdout) : undefined
  const own = fieldOf(answer, 'hookSpecificOutput')
  const words = [
    fieldOf(answer, 'decision'),
    fieldOf(answer, 'permission'),
    fieldOf(own, 'permissionDecision'),
    fieldOf(fieldOf(own, 'decision'), 'behavior'),
  ]
  if (words.includes('deny')) return 'refuses'
  return fieldOf(own, 'permissionDecision') === 'ask' ? 'asks' : 'goes on'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
