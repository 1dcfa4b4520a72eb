import {
  allQuestions,
  isBusy,
  liveCalls,
  ownQuestions,
  waitsForModel,
  type ChatState,
} from '../chat-state.ts'
import { cardLines } from '../card-lines.ts'
import type { Edited } from '../editor.ts'
import { cutTo, line, plainText, wrap, wrapAll, type Line, type Tone } from '../lines.ts'
import type { Prompt } from '../prompt.ts'
import type { Question } from '../question.ts'
import { suggestSlash, USAGE_WIDTH } from '../slash.ts'
import { trackLines } from '../track-lines.ts'
import { visible, visibleLine } from '../visible.ts'
import { answerLines } from './answer-lines.ts'
import stringWidth from 'string-width'

/** What belongs to the screen alone. */
export interface Ui {
  readonly draft: Edited
  readonly prompt: Prompt
  /** The question that is shown, of whichever chat. */
  readonly question: Question | null
  /** First line of its body that is shown. */
  readonly scroll: number
  readonly hint: string
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** The part of the screen that changes: never higher than the screen. */
export interface Frame {
  readonly lines: readonly Line[]
  /** Where the person writes; null: nowhere. */
  readonly cursor: { readonly x: number; readonly y: number } | null
  readonly body: { readonly height: number; readonly shown: number }
}

export interface FrameParts {
  readonly state: ChatState
  readonly ui: Ui
  readonly mode: string
  readonly workspace: string
  readonly size: Size
  /** Seconds since the chat was last heard of. */
  readonly quiet: number
}

const MESSAGE_ROWS = 5
const SUGGESTIONS = 5

export function frame({ state, ui, mode, workspace, size, quiet }: FrameParts): Frame {
  const width = Math.max(size.columns, 20)
  const room = Math.max(size.rows - 1, 8)
  const message = messageLines(ui, width)
  const below = [
    ...suggestSlash(ui.draft.text)
      .slice(0, SUGGESTIONS)
      .map(({ usage, says }) => cutTo(line(`  ${usage.padEnd(USAGE_WIDTH)} ${says}`, 'dim'), width)),
    statusLine(state, ui, mode, width),
  ]
  const fixed = message.lines.length + below.length
  const { lines: card, body } = questionLines(state, ui, { workspace, width, room: room - fixed - 2 })
  const left = room - fixed - card.length
  const lines = [...liveLines(state, width, quiet).slice(-Math.max(left, 0)), ...card]
  const shown = left <= 0 ? card : lines
  const cursor = message.cursor && { x: message.cursor.x, y: message.cursor.y + shown.length }
  const inCard = cardCursor(ui, card, shown.length - card.length)
  return { lines: [...shown, ...message.lines, ...below], cursor: inCard ?? cursor, body }
}

/** Seconds of silence that are not worth a word. */
const SHORT_SILENCE = 5

/** What is being written and done right now. */
function liveLines(state: ChatState, width: number, quiet: number): readonly Line[] {
  const text =
    state.streaming === ''
      ? []
      : visible(state.streaming.trimEnd())
          .split('\n')
          .map((one) => line(one))
  const calls = liveCalls(state).flatMap((call) => trackLines(call, state.calls.values()))
  const thinks =
    waitsForModel(state) && quiet >= SHORT_SILENCE
      ? [line(`Waiting for the model, ${quiet} s`, 'dim')]
      : isBusy(state) && text.length + calls.length === 0
        ? [line('…', 'dim')]
        : []
  return [...wrapAll([...text, ...thinks], width), ...wrapAll(calls, width, 4)]
}

function questionLines(
  state: ChatState,
  ui: Ui,
  { workspace, width, room }: { workspace: string; width: number; room: number },
): { readonly lines: readonly Line[]; readonly body: Frame['body'] } {
  const { question } = ui
  if (question === null) return { lines: [], body: { height: 0, shown: 0 } }
  const own = question.call.thread_id === state.thread?.id
  const body = wrapAll(cardLines(question, { chat: !own }), width, 2)
  const answers = wrapAll(answerLines(ui, question, workspace), width, 2)
  const shown = Math.max(3, Math.min(body.length, room - answers.length - 2))
  const from = Math.min(ui.scroll, Math.max(0, body.length - shown))
  const rest = body.length - from - shown
  const questions = own ? ownQuestions(state) : allQuestions(state)
  const index = questions.findIndex(({ call }) => call.id === question.call.id) + 1
  return {
    lines: [
      ruler(`Question ${index} of ${questions.length}`, width),
      ...body.slice(from, from + shown),
      ...(rest > 0 ? [line(`-- ${rest} more ${rest === 1 ? 'line' : 'lines'}: ↓ or PgDn`, 'ask')] : []),
      ...answers,
    ],
    body: { height: body.length, shown },
  }
}

function ruler(title: string, width: number): Line {
  return line(`── ${title} ${'─'.repeat(Math.max(0, width - title.length - 4))}`, 'ask')
}

function messageLines(ui: Ui, width: number): { lines: readonly Line[]; cursor: Frame['cursor'] } {
  const tone: Tone = ui.prompt.at === 'aside' || ui.question === null ? 'plain' : 'dim'
  const before = wrapped(ui.draft.text.slice(0, ui.draft.cursor), width)
  const all = wrapped(ui.draft.text, width)
  const y = before.length - 1
  const from = Math.max(0, Math.min(y - MESSAGE_ROWS + 1, all.length - MESSAGE_ROWS))
  const lines = all.slice(from, from + MESSAGE_ROWS).map((one, index): Line => [
    { text: from + index === 0 ? '> ' : '  ', tone: 'dim' },
    { text: one, tone },
  ])
  const writes = ui.question === null || ui.prompt.at === 'aside'
  const x = 2 + stringWidth(before.at(-1) ?? '')
  return { lines: [ruled(width), ...lines], cursor: writes ? { x, y: y - from + 1 } : null }
}

function ruled(width: number): Line {
  return line('─'.repeat(width), 'dim')
}

/** Lines of the message; what is pasted may hold anything. */
function wrapped(text: string, width: number): readonly string[] {
  return visible(text)
    .split('\n')
    .flatMap((one) => wrap(line(one), width - 3).map(plainText))
}

/** In a line of the question the cursor stands there: it is the last line that begins with `: `. */
function cardCursor(ui: Ui, card: readonly Line[], above: number): Frame['cursor'] {
  if (ui.prompt.at !== 'rule' && ui.prompt.at !== 'note' && ui.prompt.at !== 'word') return null
  const row = card.findLastIndex(([first]) => first?.text === ': ')
  if (row < 0) return null
  const before = visibleLine(ui.prompt.line.text.slice(0, ui.prompt.line.cursor))
  return { x: 2 + stringWidth(before), y: above + row }
}

function statusLine(state: ChatState, ui: Ui, mode: string, width: number): Line {
  const elsewhere = allQuestions(state).length - ownQuestions(state).length
  const parts = [
    `mode ${mode}`,
    ...(state.thread === null ? [] : [visibleLine(state.thread.model)]),
    ...(elsewhere === 0 ? [] : [`${elsewhere} ${elsewhere === 1 ? 'waits' : 'wait'} elsewhere: /waiting`]),
    ...(state.interrupted.size === 0 ? [] : [`${state.interrupted.size} cut off: /settle`]),
    ...(isBusy(state) ? ['Esc stops'] : ['/help']),
  ]
  if (!state.connected) return cutTo(line('The server is gone; trying again…', 'stop'), width)
  if (ui.hint !== '') return cutTo(line(ui.hint, 'ask'), width)
  return cutTo(line(parts.join(' · '), 'dim'), width)
}
