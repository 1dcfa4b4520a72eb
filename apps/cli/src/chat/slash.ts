import type { CallView, ModelView, ToolView, UndoView } from '@countersign/protocol'
import {
  MODE_LABELS,
  modelFacts,
  modelTyped,
  modeLabel,
  modeTyped,
  promptMessage,
  slashTyped,
  withModeLabel,
} from '@countersign/protocol/client'
import { idNamed, shortIds } from '../short-id.ts'
import { partLine } from './body-lines.ts'
import { allQuestions, callsOf, cutOffCalls } from './chat-state.ts'
import { line, type Line } from './lines.ts'
import type { Question } from './question.ts'
import type { ChatSession } from './session.ts'
import { toolGroups } from './tool-groups.ts'
import { visibleLine } from './visible.ts'

/** A command's request to the screen, besides its own effect. */
export type SlashEffect =
  | { readonly kind: 'none' }
  | { readonly kind: 'quit' }
  /** Shows a question, possibly of another chat. */
  | { readonly kind: 'show'; readonly question: Question }

interface SlashCommand {
  readonly name: string
  readonly usage: string
  readonly says: string
  run(session: ChatSession, argument: string): Promise<SlashEffect> | SlashEffect
}

const NONE: SlashEffect = { kind: 'none' }

/** Columns of the longest usage. */
const USAGE_WIDTH = 17

const COMMANDS: readonly SlashCommand[] = [
  { name: 'help', usage: '/help', says: 'list commands and keys', run: help },
  {
    name: 'mode',
    usage: '/mode NAME',
    says: `change the mode: ${[...MODE_LABELS.values()].join(', ')}`,
    run: setMode,
  },
  { name: 'model', usage: '/model [NAME]', says: 'list the models, or change to one', run: model },
  { name: 'chats', usage: '/chats [ID]', says: 'list your chats, or go to one', run: chats },
  {
    name: 'plan',
    usage: '/plan',
    says: 'switch to Plan mode and back',
    run: (session) => setMode(session, session.mode === 'plan' ? 'default' : 'plan'),
  },
  {
    name: 'tools',
    usage: '/tools',
    says: 'list the tools, and which of them ask',
    run: listTools,
  },
  {
    name: 'why',
    usage: '/why [CALL]',
    says: 'explain the decision on the last call, or on this one',
    run: why,
  },
  {
    name: 'undo',
    usage: '/undo [yes]',
    says: 'list the files that undoing the last change restores; `yes` restores them',
    run: undo,
  },
  {
    name: 'waiting',
    usage: '/waiting [N]',
    says: 'list what waits in all chats; with a number, answer it here',
    run: waiting,
  },
  {
    name: 'settle',
    usage: '/settle [N WORD]',
    says: 'list calls that a crash cut off; say done, not-done or again',
    run: settle,
  },
  {
    name: 'compact',
    usage: '/compact [FOCUS]',
    says: 'replace the history with a summary now, for the agent',
    run: async (session, focus) => {
      if (session.state.open === null) session.trouble('there is no chat yet')
      else await session.send(focus === '' ? '/compact' : `/compact ${focus}`, { compact: true })
      return NONE
    },
  },
  {
    name: 'now',
    usage: '/now [MESSAGE]',
    says: 'stop the turn and send this, or the next queued message',
    run: sendNow,
  },
  {
    name: 'new',
    usage: '/new',
    says: 'start a new chat with your next message',
    run: async (session) => {
      await session.leave()
      session.note([line('Your next message starts a new chat.', 'dim')])
      return NONE
    },
  },
  { name: 'quit', usage: '/quit', says: 'leave', run: () => ({ kind: 'quit' }) },
]

/** A message as a command; null: an ordinary one. A path such as `/etc/hosts` is ordinary text. */
export function parseSlash(text: string): { readonly name: string; readonly argument: string } | null {
  return slashTyped(text)
}

/** Commands that the text may become: while the name is being typed, with nothing after it. */
export function suggestSlash(text: string): readonly Pick<SlashCommand, 'name' | 'usage' | 'says'>[] {
  const start = /^\/([a-z]*)$/.exec(text)?.[1]
  return start === undefined ? [] : COMMANDS.filter(({ name }) => name.startsWith(start))
}

export async function runSlash(
  session: ChatSession,
  { name, argument }: { readonly name: string; readonly argument: string },
): Promise<SlashEffect> {
  const command = COMMANDS.find((one) => one.name === name)
  if (command !== undefined) return command.run(session, argument)
  const prompts = await session.prompts()
  const prompt = prompts.ok ? prompts.value.find((one) => one.name === name) : undefined
  if (prompt === undefined)
    session.trouble(`there is no command /${name}; /help lists commands and saved prompts`)
  else await session.send(promptMessage(prompt, argument))
  return NONE
}

async function help(session: ChatSession): Promise<SlashEffect> {
  const prompts = await session.prompts()
  session.note([
    ...COMMANDS.map(({ usage, says }) => line(`${usage.padEnd(USAGE_WIDTH)} ${says}`)),
    ...(prompts.ok ? prompts.value : []).map(({ name, text }) =>
      line(`${`/${name}`.padEnd(USAGE_WIDTH)} ${visibleLine(text)}`),
    ),
    line(
      'Tab completes commands, modes, models, chats and files: write @ and the beginning of a name.',
      'dim',
    ),
    line('Enter sends, Alt+Enter starts a new line, ↑ brings back earlier messages.', 'dim'),
    line('Esc or Ctrl+C stops the turn; Ctrl+C twice leaves.', 'dim'),
    line('A question takes a letter once you stop typing; Tab moves to it and back.', 'dim'),
  ])
  return NONE
}

async function sendNow(session: ChatSession, message: string): Promise<SlashEffect> {
  if (message !== '') await session.send(message, { now: true })
  else if (!(await session.sendNow())) session.trouble('no message is queued; write `/now` and a message')
  return NONE
}

async function setMode(session: ChatSession, typed: string): Promise<SlashEffect> {
  if (typed === '')
    session.trouble(`the mode is ${modeLabel(session.mode)}; choose ${[...MODE_LABELS.values()].join(', ')}`)
  else await session.setMode(modeTyped(typed))
  return NONE
}

async function model(session: ChatSession, typed: string): Promise<SlashEffect> {
  const listed = await session.models()
  if (!listed.ok) {
    session.trouble(listed.message)
    return NONE
  }
  const { models, default_model: standard } = listed.value
  if (typed === '') {
    // Before the first message, the model for new chats is the current one.
    const current = session.model === '' ? standard : session.model
    session.note(models.map((one) => modelLine(one, current)))
  } else {
    const found = modelTyped(typed, models)
    if (found === undefined) session.trouble(`\`${typed}\` matches no model, or several; /model lists them`)
    else if (await session.setModel(found.id))
      session.note([line(`From the next message on: ${visibleLine(found.id)}`, 'dim')])
  }
  return NONE
}

function modelLine(model: ModelView, current: string): Line {
  const { id, name } = model
  const named = name === id ? [] : [visibleLine(name)]
  return [
    { text: id === current ? '* ' : '  ', tone: 'run' },
    { text: visibleLine(id), tone: id === current ? 'strong' : 'plain' },
    { text: `  ${[...named, ...modelFacts(model)].join(' · ')}`, tone: 'dim' },
  ]
}

async function chats(session: ChatSession, typed: string): Promise<SlashEffect> {
  const listed = await session.chats()
  if (!listed.ok) {
    session.trouble(listed.message)
    return NONE
  }
  const ids = listed.value.map(({ id }) => id)
  const short = shortIds(ids)
  if (typed === '') {
    const shown = listed.value.slice(0, SHOWN_THREADS)
    const width = Math.max(0, ...shown.map(({ id }) => (short.get(id) ?? '').length))
    const rest = listed.value.length - shown.length
    session.note([
      ...shown.map(({ id, title, workspace }): Line => [
        { text: id === session.state.open ? '* ' : '  ', tone: 'run' },
        { text: (short.get(id) ?? id).padEnd(width), tone: 'plain' },
        { text: `  ${visibleLine(title)}`, tone: 'strong' },
        { text: `  ${visibleLine(workspace)}`, tone: 'dim' },
      ]),
      ...(rest > 0 ? [line(`  and ${rest} more: \`countersign threads\` lists all`, 'dim')] : []),
      line(
        ids.length === 0 ? 'No chats yet.' : 'To open one, type /chats and the beginning of its id.',
        'dim',
      ),
    ])
    return NONE
  }
  const named = idNamed(typed, ids)
  const opened = named.ok ? await session.open(named.id) : named
  if (!opened.ok) session.trouble(opened.message)
  return NONE
}

const SHOWN_THREADS = 15

async function listTools(session: ChatSession): Promise<SlashEffect> {
  const tools = await session.tools()
  if (!tools.ok) session.trouble(tools.message)
  else
    session.note(
      toolGroups(tools.value).flatMap(([group, members]) => [line(group, 'dim'), ...members.map(toolLine)]),
    )
  return NONE
}

function toolLine({ verdict, category, name }: ToolView): Line {
  return [
    { text: `  ${VERDICTS[verdict].padEnd(8)} `, tone: verdict === 'run' ? 'run' : 'ask' },
    { text: `${category.padEnd(9)} `, tone: 'dim' },
    { text: visibleLine(name), tone: 'plain' },
  ]
}

const VERDICTS = { run: 'runs', ask: 'asks', block: 'blocked' } as const

async function why(session: ChatSession, argument: string): Promise<SlashEffect> {
  if (argument === '') {
    const last = callsOf(session.state).at(-1)
    if (last === undefined) session.trouble('no calls yet; name one: /why npm test')
    else session.note(whyLines(last))
    return NONE
  }
  const answer = await session.decide(argument)
  if (!answer.ok) session.trouble(answer.message)
  else
    session.note([
      line(visibleLine(withModeLabel(answer.value.sentence))),
      ...answer.value.parts.map(({ label, why: reason }) =>
        line(`  ${visibleLine(label)}  ${visibleLine(reason)}`, 'dim'),
      ),
    ])
  return NONE
}

function whyLines(call: CallView): readonly Line[] {
  const locked = call.decision?.locked !== undefined
  return [
    line(`${call.tool} ${visibleLine(call.specifier)}`, 'strong'),
    line(visibleLine(withModeLabel(call.decision?.reason.sentence ?? 'no reason is recorded'))),
    ...(call.decision?.parts ?? []).map((part) => partLine(part, locked)),
  ]
}

async function undo(session: ChatSession, argument: string): Promise<SlashEffect> {
  const last = callsOf(session.state).findLast((call) => 'undo' in call && call.undo === 'possible')
  if (last === undefined) {
    session.trouble('this chat changed nothing that can be undone')
    return NONE
  }
  const dryRun = argument !== 'yes'
  const undone = await session.undo(last.id, dryRun)
  if (!undone.ok) session.trouble(undone.message)
  else
    session.note([
      ...undoLines(undone.value, dryRun),
      ...(dryRun ? [line('/undo yes restores them.', 'dim')] : []),
    ])
  return NONE
}

/** The result of restoring files, or of a dry run. */
export function undoLines({ restored, conflicts, done }: UndoView, dryRun: boolean): readonly Line[] {
  const word = done ? 'restored' : dryRun ? 'would restore' : 'left as it is'
  return [
    ...restored.map((path) => line(`${word}: ${visibleLine(path)}`)),
    ...conflicts.map(({ path, why: reason }) =>
      line(`conflict: ${visibleLine(path)}, ${visibleLine(reason)}`, 'stop'),
    ),
    ...(restored.length + conflicts.length === 0 ? [line('nothing to restore', 'dim')] : []),
  ]
}

/** A person's words for a finding. */
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
              'The server stopped while these ran: they may have had effects. Check, then say for each',
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
        ? [line('Nothing is waiting.', 'dim')]
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
