import { MODES } from '@countersign/policy'
import type { CallView, UndoView } from '@countersign/protocol'
import { z } from 'zod'
import { partLine } from './body-lines.ts'
import { allQuestions, cutOffCalls } from './chat-state.ts'
import { line, type Line } from './lines.ts'
import type { Question } from './question.ts'
import type { ChatSession } from './session.ts'
import { visibleLine } from './visible.ts'

/** What a command asks of the screen beside what it did itself. */
export type SlashEffect =
  | { readonly kind: 'none' }
  | { readonly kind: 'quit' }
  /** Shows a question, of another chat too. */
  | { readonly kind: 'show'; readonly question: Question }

interface SlashCommand {
  readonly name: string
  readonly usage: string
  readonly says: string
  run(session: ChatSession, argument: string): Promise<SlashEffect> | SlashEffect
}

const NONE: SlashEffect = { kind: 'none' }

/** Columns of the longest usage. */
export const USAGE_WIDTH = 17

const COMMANDS: readonly SlashCommand[] = [
  { name: 'help', usage: '/help', says: 'these commands and the keys', run: help },
  {
    name: 'mode',
    usage: '/mode NAME',
    says: 'change the mode: plan, strict, default, acceptEdits, auto',
    run: setMode,
  },
  {
    name: 'plan',
    usage: '/plan',
    says: 'to plan mode and back',
    run: (session) => setMode(session, session.mode === 'plan' ? 'default' : 'plan'),
  },
  {
    name: 'tools',
    usage: '/tools',
    says: 'what the agent can call here, and what would ask',
    run: listTools,
  },
  { name: 'why', usage: '/why [CALL]', says: 'why the last call, or this one, is decided so', run: why },
  { name: 'undo', usage: '/undo [yes]', says: 'files that the last change can put back', run: undo },
  {
    name: 'waiting',
    usage: '/waiting [N]',
    says: 'what waits in all chats; with a number, answer it here',
    run: waiting,
  },
  {
    name: 'settle',
    usage: '/settle [N WORD]',
    says: 'calls that a crash cut off; with a number, say done, not-done or again',
    run: settle,
  },
  {
    name: 'new',
    usage: '/new',
    says: 'a new chat with the next message',
    run: async (session) => {
      await session.leave()
      session.note([line('The next message begins a new chat.', 'dim')])
      return NONE
    },
  },
  { name: 'quit', usage: '/quit', says: 'leave', run: () => ({ kind: 'quit' }) },
]

/** A message as a command; null: an ordinary one. A path such as `/etc/hosts` is ordinary text. */
export function parseSlash(text: string): { readonly name: string; readonly argument: string } | null {
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim())
  return match === null ? null : { name: match[1] ?? '', argument: (match[2] ?? '').trim() }
}

/** Commands that the text may become: while the name is being typed, and nothing after it. */
export function suggestSlash(text: string): readonly { readonly usage: string; readonly says: string }[] {
  const start = /^\/([a-z]*)$/.exec(text)?.[1]
  return start === undefined ? [] : COMMANDS.filter(({ name }) => name.startsWith(start))
}

export async function runSlash(
  session: ChatSession,
  { name, argument }: { readonly name: string; readonly argument: string },
): Promise<SlashEffect> {
  const command = COMMANDS.find((one) => one.name === name)
  if (command !== undefined) return command.run(session, argument)
  session.trouble(`there is no command /${name}; /help lists them`)
  return NONE
}

function help(session: ChatSession): SlashEffect {
  session.note([
    ...COMMANDS.map(({ usage, says }) => line(`${usage.padEnd(USAGE_WIDTH)} ${says}`)),
    line('Enter sends, Alt+Enter begins a line. Esc or Ctrl+C stops the turn, Ctrl+C twice leaves.', 'dim'),
    line('A question takes a letter after a moment without keys; Tab goes to it and back.', 'dim'),
  ])
  return NONE
}

async function setMode(session: ChatSession, mode: string): Promise<SlashEffect> {
  if (mode === '') session.trouble(`say which mode: ${[...MODES.keys()].join(', ')}`)
  else await session.setMode(mode)
  return NONE
}

async function listTools(session: ChatSession): Promise<SlashEffect> {
  const tools = await session.tools()
  if (!tools.ok) session.trouble(tools.message)
  else
    session.note(
      tools.value.map(({ verdict, category, name }) => [
        { text: `${VERDICTS[verdict].padEnd(8)} `, tone: verdict === 'run' ? 'run' : 'ask' },
        { text: `${category.padEnd(9)} `, tone: 'dim' },
        { text: visibleLine(name), tone: 'plain' },
      ]),
    )
  return NONE
}

const VERDICTS = { run: 'runs', ask: 'asks', block: 'blocked' } as const

const Decided = z.object({
  sentence: z.string(),
  parts: z.array(z.object({ label: z.string(), why: z.string() }).loose()),
})

async function why(session: ChatSession, argument: string): Promise<SlashEffect> {
  if (argument === '') {
    const last = [...session.state.calls.values()].at(-1)
    if (last === undefined) session.trouble('no call was made yet; name one: /why npm test')
    else session.note(whyLines(last))
    return NONE
  }
  const answer = await session.decide(argument)
  const decided = answer.ok ? Decided.safeParse(answer.value) : null
  if (!answer.ok) session.trouble(answer.message)
  else if (decided?.success === true)
    session.note([
      line(visibleLine(decided.data.sentence)),
      ...decided.data.parts.map(({ label, why: reason }) =>
        line(`  ${visibleLine(label)}  ${visibleLine(reason)}`, 'dim'),
      ),
    ])
  else session.trouble('the server speaks another version; restart it')
  return NONE
}

function whyLines(call: CallView): readonly Line[] {
  const locked = call.decision?.locked !== undefined
  return [
    line(`${call.tool} ${visibleLine(call.specifier)}`, 'strong'),
    line(visibleLine(call.decision?.reason.sentence ?? 'no reason is recorded')),
    ...(call.decision?.parts ?? []).map((part) => partLine(part, locked)),
  ]
}

async function undo(session: ChatSession, argument: string): Promise<SlashEffect> {
  const last = [...session.state.calls.values()].findLast((call) => call.undo === 'possible')
  if (last === undefined) {
    session.trouble('nothing that this chat changed can be put back')
    return NONE
  }
  const dryRun = argument !== 'yes'
  const undone = await session.undo({ type: 'call_undo', tool_call_id: last.id }, dryRun)
  if (!undone.ok) session.trouble(undone.message)
  else
    session.note([...undoLines(undone.value, dryRun), ...(dryRun ? [line('/undo yes does it.', 'dim')] : [])])
  return NONE
}

/** What putting files back did, or would do. */
export function undoLines({ restored, conflicts, done }: UndoView, dryRun: boolean): readonly Line[] {
  const word = done ? 'put back' : dryRun ? 'would be put back' : 'left as it is'
  return [
    ...restored.map((path) => line(`${word}: ${visibleLine(path)}`)),
    ...conflicts.map(({ path, why: reason }) =>
      line(`in the way: ${visibleLine(path)}, ${visibleLine(reason)}`, 'stop'),
    ),
    ...(restored.length + conflicts.length === 0 ? [line('nothing to put back', 'dim')] : []),
  ]
}

/** Words for what was found out, as a person writes them. */
export const SETTLE_WORDS: ReadonlyMap<string, 'done' | 'not_done' | 'again'> = new Map([
  ['done', 'done'],
  ['not-done', 'not_done'],
  ['again', 'again'],
])

const SETTLED = {
  done: 'kept as done',
  not_done: 'kept as not done',
  again: 'runs again, as a new call',
} as const

async function settle(session: ChatSession, argument: string): Promise<SlashEffect> {
  const calls = cutOffCalls(session.state)
  if (argument === '') {
    session.note(
      calls.length === 0
        ? [line('No call was cut off.', 'dim')]
        : [
            ...calls.map(({ tool, specifier }, index) =>
              line(`${index + 1}  ${tool} ${visibleLine(specifier)}`, 'stop'),
            ),
            line(
              'The server stopped while these ran: they may have had effects. Look, then say for each',
              'dim',
            ),
            line('/settle 1 done, /settle 1 not-done, or /settle 1 again to run it once more.', 'dim'),
          ],
    )
    return NONE
  }
  const [number = '', word = ''] = argument.split(/\s+/)
  const call = calls[Number(number) - 1]
  const how = SETTLE_WORDS.get(word)
  if (call === undefined) session.trouble('no call that was cut off has that number; /settle lists them')
  else if (how === undefined) session.trouble('say done, not-done or again: /settle 1 done')
  else if (await session.settle(call, how))
    session.note([line(`${call.tool} ${visibleLine(call.specifier)}: ${SETTLED[how]}`, 'dim')])
  return NONE
}

function waiting(session: ChatSession, argument: string): SlashEffect {
  const questions = allQuestions(session.state)
  if (argument === '') {
    session.note(
      questions.length === 0
        ? [line('Nothing waits.', 'dim')]
        : questions.map(({ call, approval }, index) =>
            line(
              `${index + 1}  ${visibleLine(approval.thread_title)}  ${call.tool} ${visibleLine(call.specifier)}`,
            ),
          ),
    )
    return NONE
  }
  const question = questions[Number(argument) - 1]
  if (question === undefined) {
    session.trouble('no question has that number; /waiting lists them')
    return NONE
  }
  return { kind: 'show', question }
}
