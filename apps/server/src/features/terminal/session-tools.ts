import { defineTool, type Call, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { z } from 'zod'
import type { LaterGuard } from '../../runs-later/guard.ts'
import { plainText } from '../../tools/plain-text.ts'
import { maskForModel } from '../../audit/mask.ts'
import type { SessionView, TerminalSessions } from './sessions.ts'
import type { Shell, Shells } from './shells.ts'

/** Limits: characters that one call may type, and seconds to wait for output. */
const INPUT_LIMIT = 10_000
const WAIT_LIMIT = 30

const session = z
  .string()
  .min(1)
  .max(64)
  .describe('Name of the process, from `terminal.exec` or `terminal.list`.')

/** Terminals of people, as far as they share them. */
export type SharedShells = Pick<Shells, 'sharedWith'>

const NONE: SharedShells = { sharedWith: () => [] }

/** Tools for background processes, and for terminals that a person shares. */
export function sessionTools(
  sessions: TerminalSessions,
  later: LaterGuard,
  shells: SharedShells = NONE,
): readonly Tool[] {
  const own = (id: string, call: Call): SessionView | undefined => {
    const found = sessions.get(id)
    return found?.threadId === call.threadId ? found : undefined
  }
  const parts = { sessions, own, later, shells }
  return [listTool(sessions, shells), readTool(parts), inputTool(sessions, own), stopTool(parts)]
}

type Own = (id: string, call: Call) => SessionView | undefined

interface Parts {
  readonly sessions: TerminalSessions
  readonly own: Own
  readonly later: LaterGuard
  readonly shells: SharedShells
}

/** A background process, running or ended, may have made files that run automatically later. */
async function looked(later: LaterGuard, context: RunContext, outcome: ToolOutcome): Promise<ToolOutcome> {
  await later.look(context.place.workspace)
  return later.after(context, outcome)
}

const SHARED = { editSafe: false, capability: 'workspace_write', repeat: 'never' } as const

function listTool(sessions: TerminalSessions, shells: SharedShells): Tool {
  return defineTool({
    ...SHARED,
    name: 'terminal.list',
    description: 'Lists this chat’s background processes, and the terminals that the person shares with it.',
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
      const shared = shells
        .sharedWith(call.threadId)
        .map(
          (shell) => `${sharedName(shell)}  shared by the person, to read only  ${plainText(shell.title())}`,
        )
      const text = [...lines, ...shared].join('\n') || 'No process was started in this chat.'
      return Promise.resolve({ ok: true, text })
    },
  })
}

function readTool({ sessions, own, later, shells }: Parts): Tool {
  return defineTool({
    ...SHARED,
    name: 'terminal.read',
    description:
      'Reads what a background process printed since the last read, or the last lines of a terminal that the person shares.',
    input: z.object({
      session,
      wait: z.number().min(0).max(WAIT_LIMIT).default(0).describe('Seconds to wait for new output.'),
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
      const shell = shells.sharedWith(call.threadId).find((one) => sharedName(one) === input.session)
      if (shell !== undefined) return readShared(shell, call, shells)
      if (!own(input.session, call)) return unknown(input.session)
      const read = await sessions.read(input.session, input.wait * 1000, signal)
      if (!read) return unknown(input.session)
      const text = read.text === '' ? '(nothing new)' : read.text
      const hand = read.typedByHand ? '[a person typed into it since the last read]\n' : ''
      return looked(later, context, { ok: true, text: `${text}\n${hand}[${stateText(read.session)}]` })
    },
  })
}

/** Text typed into a running process is not a command that the policy could judge, so a person sees every one. */
function inputTool(sessions: TerminalSessions, own: Own): Tool {
  return defineTool({
    ...SHARED,
    name: 'terminal.input',
    description:
      'Types text into a background process that was started with `pty`. A person is asked every time. End with \\n to press Enter; \\u0003 is Ctrl-C.',
    input: z.object({ session, text: z.string().min(1).max(INPUT_LIMIT) }),
    category: 'execute',
    destructive: false,
    asks: 'always',
    specifier: { kind: 'text', template: '{session} {text}' },
    parallelSafe: false,
    lock: 'terminal',
    title: (input) => `Type to ${input.session}`,
    inspect: (input) =>
      inspectSession(sessions, input.session, [{ name: 'types', value: visible(input.text) }], input.text),
    async run(input, { call, signal }) {
      const target = own(input.session, call)
      if (!target) return unknown(input.session)
      // Two writers to one line would produce a third text.
      await sessions.untilHandsOff(input.session, signal)
      if (signal.aborted) return { ok: false, code: 'stopped', text: 'nothing was typed: stopped' }
      const typed = sessions.write(input.session, input.text)
      const why = target.takesInput ? 'it has ended' : 'it was started without `pty` and accepts no input'
      return typed
        ? { ok: true, text: 'Typed. `terminal.read` shows the response.' }
        : { ok: false, code: 'no_input', text: `\`${input.session}\` takes no input: ${why}` }
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

/** Lines of a shared terminal that the agent reads. */
const SHARED_LINES = 200

/** The agent's name for a person's terminal: never like one of its own. */
function sharedName({ name }: Pick<Shell, 'name'>): string {
  return `shared_${name}`
}

/** Secrets are masked, whoever allowed the call: sharing a terminal is not a yes to everything that may scroll by. */
async function readShared(shell: Shell, call: Call, shells: SharedShells): Promise<ToolOutcome> {
  const text = await shell.screen.text(SHARED_LINES)
  // The person may have stopped sharing while it was read.
  if (!shells.sharedWith(call.threadId).includes(shell)) return unknown(sharedName(shell))
  return {
    ok: true,
    text: `${maskForModel(plainText(text)) || '(nothing yet)'}\n[the person’s own terminal]`,
  }
}

function inspectSession(
  sessions: TerminalSessions,
  id: string,
  entries: readonly { readonly name: string; readonly value: string }[],
  text?: string,
) {
  const command =
    sessions.get(id)?.command ??
    (id.startsWith('shared_') ? '(a terminal of yours, while you share it)' : '(there is no such process)')
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

/** The text to be typed, with special keys spelled out. */
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
