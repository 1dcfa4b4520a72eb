import { defineTool, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { z } from 'zod'
import { runCommand, type CommandEnd } from './run-command.ts'
import type { TerminalSessions } from './sessions.ts'
import type { ProcessParts } from './start-process.ts'

/** Longest time a command may run, in seconds. */
const TIMEOUT_LIMIT = 600
const TIMEOUT = 120
/** Milliseconds that a background process has to fail at once. */
const FIRST_LOOK = 1000

const Input = z.object({
  command: z.string().min(1).max(10_000).describe('The text for `bash -c`.'),
  timeout: z
    .number()
    .int()
    .min(1)
    .max(TIMEOUT_LIMIT)
    .default(TIMEOUT)
    .describe('Seconds until it is ended; not for background processes.'),
  background: z
    .boolean()
    .default(false)
    .describe('Leave it running and return at once, for servers and watchers; see `terminal.read`.'),
  pty: z.boolean().default(false).describe('Run it on a terminal, for programs that draw or ask.'),
})
type Input = z.infer<typeof Input>

export interface ExecParts {
  readonly process: ProcessParts
  readonly sessions: TerminalSessions
  newMarker(): string
}

/** `terminal.exec`: one command, judged as a shell text, with a clean environment in the workspace. */
export function terminalExec(parts: ExecParts): Tool {
  return defineTool({
    name: 'terminal.exec',
    description: 'Runs a command with bash in the workspace and returns its output.',
    input: Input,
    category: 'execute',
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'shell', template: '{command}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'terminal',
    title: ({ background }) => (background ? 'Start a process' : 'Run a command'),
    inspect: ({ command }, place) =>
      Promise.resolve({
        specifier: { kind: 'shell', command },
        body: { kind: 'shell', command, cwd: place.cwd },
        targets: [],
      }),
    run: (input, context) =>
      input.background ? startSession(parts, input, context) : runToEnd(parts, input, context),
  })
}

async function runToEnd(parts: ExecParts, input: Input, context: RunContext): Promise<ToolOutcome> {
  const { place, signal, output } = context
  const ended = await runCommand(
    parts.process,
    {
      command: input.command,
      cwd: place.cwd,
      home: place.home,
      pty: input.pty,
      marker: parts.newMarker(),
      timeout: input.timeout * 1000,
      show: output,
    },
    signal,
  )
  return outcomeOf(ended, input.timeout)
}

function outcomeOf(ended: CommandEnd, timeout: number): ToolOutcome {
  switch (ended.kind) {
    case 'exited':
      return ended.code === 0
        ? { ok: true, text: ended.output === '' ? '(no output)' : ended.output }
        : { ok: false, code: 'exit', text: `${ended.output}\n[exit code ${ended.code}]` }
    case 'timed_out':
      return { ok: false, code: 'timeout', text: `${ended.output}\n[ended after ${timeout} s]` }
    case 'stopped':
      return { ok: false, code: 'stopped', text: `${ended.output}\n[stopped]` }
    case 'not_started':
      return { ok: false, code: 'not_started', text: `the command could not be started: ${ended.message}` }
  }
}

async function startSession(
  { sessions, process }: ExecParts,
  { command, pty }: Input,
  { place, signal, call }: Parameters<Parameters<typeof defineTool<Input>>[0]['run']>[1],
): Promise<ToolOutcome> {
  const owner = { threadId: call.threadId, turnId: call.turnId }
  const started = await sessions.start(owner, { command, pty, cwd: place.cwd, home: place.home }, process)
  if (!started.ok) return { ok: false, code: 'too_many', text: started.message }
  const { id } = started.session
  const read = await sessions.read(id, FIRST_LOOK, signal)
  const text = read?.text ?? ''
  if (read?.session.state.kind === 'ended') {
    const { code } = read.session.state
    const end = `[it ended at once${code === null ? '' : ` with code ${code}`}]`
    return { ok: false, code: 'exit', text: `${text}\n${end}` }
  }
  return { ok: true, text: `Runs as \`${id}\`.\n${text}`.trimEnd() }
}
