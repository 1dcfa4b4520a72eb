import { defineTool, type Call, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { z } from 'zod'
import type { LaterGuard } from '../runs-later/guard.ts'
import { plainText } from './plain-text.ts'
import type { SessionView, TerminalSessions } from './sessions.ts'

/** Longest text that one call may type, in characters, and longest wait for output, in seconds. */
const INPUT_LIMIT = 10_000
const WAIT_LIMIT = 30

const session = z
  .string()
  .min(1)
  .max(64)
  .describe('Name of the process, from `terminal.exec` or `terminal.list`.')

/** Tools for processes that were started in the background. */
export function sessionTools(sessions: TerminalSessions, later: LaterGuard): readonly Tool[] {
  const own = (id: string, call: Call): SessionView | undefined => {
    const found = sessions.get(id)
    return found?.threadId === call.threadId ? found : undefined
  }
  const parts = { sessions, own, later }
  return [listTool(sessions), readTool(parts), inputTool(sessions, own), stopTool(parts)]
}

type Own = (id: string, call: Call) => SessionView | undefined

interface Parts {
  readonly sessions: TerminalSessions
  readonly own: Own
  readonly later: LaterGuard
}

/** A process that was left running, or has ended, may have made files that run later by themselves. */
async function looked(later: LaterGuard, context: RunContext, outcome: ToolOutcome): Promise<ToolOutcome> {
  await later.look(context.place.workspace)
  return later.after(context, outcome)
}

const SHARED = { editSafe: false, capability: 'workspace_write', repeat: 'never' } as const

function listTool(sessions: TerminalSessions): Tool {
  return defineTool({
    ...SHARED,
    name: 'terminal.list',
    description: 'Lists the background processes of this chat.',
    input: z.object({}),
    category: 'read',
    destructive: false,
    capability: 'safe',
    repeat: 'safe',
    specifier: { kind: 'text', template: '' },
    parallelSafe: true,
    title: () => 'List processes',
    inspect: () =>
      Promise.resolve({
        specifier: { kind: 'text', text: '' },
        body: { kind: 'arguments', entries: [] },
        targets: [],
      }),
    run: (_input, { call }) => {
      const lines = sessions
        .list(call.threadId)
        .map((one) => `${one.id}  ${stateText(one)}  ${plainText(one.command)}`)
      return Promise.resolve({ ok: true, text: lines.join('\n') || 'No process was started in this chat.' })
    },
  })
}

function readTool({ sessions, own, later }: Parts): Tool {
  return defineTool({
    ...SHARED,
    name: 'terminal.read',
    description: 'Reads what a background process printed since the last read.',
    input: z.object({
      session,
      wait: z.number().min(0).max(WAIT_LIMIT).default(0).describe('Seconds to wait for something new.'),
    }),
    category: 'read',
    destructive: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '{session}' },
    parallelSafe: true,
    title: (input) => `Read ${input.session}`,
    inspect: (input) => inspectSession(sessions, input.session, []),
    async run(input, context) {
      const { call, signal } = context
      if (!own(input.session, call)) return unknown(input.session)
      const read = await sessions.read(input.session, input.wait * 1000, signal)
      if (!read) return unknown(input.session)
      const text = read.text === '' ? '(nothing new)' : read.text
      return looked(later, context, { ok: true, text: `${text}\n[${stateText(read.session)}]` })
    },
  })
}

/** Text typed into a running process is no command that could be judged: a person sees every one (declared destructive for that). */
function inputTool(sessions: TerminalSessions, own: Own): Tool {
  return defineTool({
    ...SHARED,
    name: 'terminal.input',
    description:
      'Types text to a background process that was started with `pty`. A person is asked every time. End with \\n to press Enter; \\u0003 is Ctrl-C.',
    input: z.object({ session, text: z.string().min(1).max(INPUT_LIMIT) }),
    category: 'execute',
    destructive: true,
    specifier: { kind: 'text', template: '{session} {text}' },
    parallelSafe: false,
    lock: 'terminal',
    title: (input) => `Type to ${input.session}`,
    inspect: (input) =>
      inspectSession(sessions, input.session, [{ name: 'types', value: visible(input.text) }], input.text),
    run: (input, { call }) => {
      const target = own(input.session, call)
      if (!target) return Promise.resolve(unknown(input.session))
      const typed = sessions.write(input.session, input.text)
      const why = target.takesInput ? 'it has ended' : 'it was started without `pty` and reads nothing'
      return Promise.resolve<ToolOutcome>(
        typed
          ? { ok: true, text: 'Typed. `terminal.read` shows what it answers.' }
          : { ok: false, code: 'no_input', text: `\`${input.session}\` takes no input: ${why}` },
      )
    },
  })
}

function stopTool({ sessions, own, later }: Parts): Tool {
  return defineTool({
    ...SHARED,
    name: 'terminal.stop',
    description: 'Ends a background process and everything it started.',
    input: z.object({ session }),
    category: 'execute',
    destructive: false,
    specifier: { kind: 'text', template: '{session}' },
    parallelSafe: true,
    title: (input) => `Stop ${input.session}`,
    inspect: (input) => inspectSession(sessions, input.session, []),
    async run(input, context) {
      if (!own(input.session, context.call)) return unknown(input.session)
      const ended = await sessions.stop(input.session)
      if (!ended) return unknown(input.session)
      return looked(later, context, { ok: true, text: `[${stateText(ended)}]` })
    },
  })
}

function inspectSession(
  sessions: TerminalSessions,
  id: string,
  entries: readonly { readonly name: string; readonly value: string }[],
  text?: string,
) {
  const command = sessions.get(id)?.command ?? '(there is no such process)'
  return Promise.resolve({
    specifier: { kind: 'text' as const, text: text === undefined ? id : `${id} ${text}` },
    body: {
      kind: 'arguments' as const,
      entries: [{ name: 'process', value: id }, { name: 'runs', value: command }, ...entries],
    },
    targets: [],
  })
}

function unknown(id: string): ToolOutcome {
  return {
    ok: false,
    code: 'not_found',
    text: `there is no process \`${id.slice(0, 64)}\` in this chat; \`terminal.list\` shows them`,
  }
}

/** What would be typed, with keys that are no letters spelled out. */
function visible(text: string): string {
  return text
    .replaceAll('\n', '⏎\n')
    .replaceAll('\r', '⏎')
    .replace(CONTROL, (character) => {
      const code = character.charCodeAt(0)
      return code < 0x20
        ? `<Ctrl-${String.fromCharCode(code + 0x40)}>`
        : `<U+${code.toString(16).toUpperCase()}>`
    })
}

// eslint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g

function stateText({ state }: SessionView): string {
  if (state.kind === 'running') return 'running'
  return state.code === null ? 'ended' : `ended with code ${state.code}`
}
