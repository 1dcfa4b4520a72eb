import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Ran } from './run-cli.ts'

export const BIN = join(import.meta.dirname, '../../bin/countersign.mjs')
const BUILT = join(import.meta.dirname, '../../dist/hook/whole.js')

export interface HookRun {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly node?: string
  readonly bin?: string
}

/** The built hook as agents start it, and the process. */
export function startHook(event: string, run: HookRun = {}): { child: ChildProcess; ended: Promise<Ran> } {
  if (!existsSync(BUILT)) throw new Error('nothing is built yet: `npm run build`')
  const child = spawn(run.node ?? process.execPath, [run.bin ?? BIN, 'hook', ...(run.args ?? [])], {
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    env: { ...process.env, ...run.env },
  })
  // A hook that has ended already does not read.
  child.stdin.on('error', () => undefined)
  child.stdin.end(event)
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const ended = Promise.all([text(child.stdout), text(child.stderr), closed]).then(
    ([stdout, stderr, code]) => ({ code, stdout, stderr }),
  )
  return { child, ended }
}

export function runHook(event: string, run: HookRun = {}): Promise<Ran> {
  return startHook(event, run).ended
}

/** An event as each agent sends it before it runs a command. */
export function commandEvent(agent: string, command: string, cwd: string, more: object = {}): string {
  return JSON.stringify({ ...EVENTS[agent]?.(command, cwd), ...more })
}

const EVENTS: Readonly<Record<string, (command: string, cwd: string) => object>> = {
  'claude-code': (command, cwd) => ({
    session_id: 's',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_1',
  }),
  codex: (command, cwd) => ({
    session_id: 's',
    turn_id: 't',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'call_1',
  }),
  gemini: (command, cwd) => ({
    session_id: 's',
    cwd,
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command },
  }),
  cursor: (command, cwd) => ({
    conversation_id: 's',
    cwd,
    workspace_roots: [cwd],
    hook_event_name: 'beforeShellExecution',
    command,
  }),
}

/** What an agent does with the answer of its hook: as measured with the real ones, everything but these two lets it go on. */
export function effectOf({ code, stdout }: Pick<Ran, 'code' | 'stdout'>): 'goes on' | 'asks' | 'refuses' {
  if (code === 2) return 'refuses'
  const answer = code === 0 && stdout !== '' ? (JSON.parse(stdout) as Answered) : {} // an answer in one of the four formats
  const { hookSpecificOutput: own } = answer
  const words = [answer.decision, answer.permission, own?.permissionDecision, own?.decision?.behavior]
  if (words.includes('deny')) return 'refuses'
  return own?.permissionDecision === 'ask' ? 'asks' : 'goes on'
}

interface Answered {
  readonly decision?: string
  readonly permission?: string
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string
    readonly decision?: { readonly behavior: string }
  }
}
