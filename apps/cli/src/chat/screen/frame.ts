import { costOf, modeLabel, todoList } from '@countersign/protocol/client'
import { basename } from 'node:path'
import { blockLines } from '../block-lines.ts'
import {
  allQuestions,
  chatOf,
  cutOffCalls,
  isBusy,
  liveBlocks,
  ownQuestions,
  waitsForModel,
  type ChatState,
} from '../chat-state.ts'
import { cardText, saysWhy } from '../card-lines.ts'
import type { FeatureBodyLines } from '../feature-body-lines.ts'
import type { Choice } from '../completion.ts'
import type { Edited } from '../editor.ts'
import { cutTo, line, plainText, widthOf, wrap, wrapAll, type Line, type Tone } from '../lines.ts'
import { markdownLines } from '../markdown/markdown-lines.ts'
import type { Prompt } from '../prompt.ts'
import type { Question } from '../question.ts'
import { costOfThread } from '../spent.ts'
import { todoLines } from '../todo-lines.ts'
import { visible, visibleLine } from '../visible.ts'
import { answerLines } from './answer-lines.ts'
import stringWidth from 'string-width'

/** State of the screen only. */
export interface Ui {
  readonly draft: Edited
  readonly prompt: Prompt
  /** The shown question, of any chat. */
  readonly question: Question | null
  /** First line of its body that is shown. */
  readonly scroll: number
  readonly hint: string
  /** The completions of the message, and the selected one. */
  readonly choices: readonly Choice[]
  readonly chosen: number | null
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** The changing part of the screen: never higher than the screen. */
export interface Frame {
  readonly lines: readonly Line[]
  /** The position of the cursor; null: none. */
  readonly cursor: { readonly x: number; readonly y: number } | null
  readonly body: { readonly height: number; readonly shown: number }
}

export interface FrameParts {
  readonly state: ChatState
  readonly ui: Ui
  readonly mode: string
  readonly workspace: string
  readonly size: Size
  readonly bodies: readonly FeatureBodyLines[]
  /** Seconds since the last event of the chat. */
  readonly quiet: number
}

const MESSAGE_ROWS = 5
const SHOWN_CHOICES = 5
/** Maximum rows of the to-do list, absolute and as a fraction of the screen. */
const TODO_ROWS = 6
const TODO_PART = 4

export function frame({ state, ui, mode, workspace, size, bodies, quiet }: FrameParts): Frame {
  const width = Math.max(size.columns, 20)
  // The first row stays free: some terminals put a screen that is cleared from its first row into the scrollback.
  const room = Math.max(size.rows - 2, 8)
  const message = messageLines(ui, width)
  const below = [...choiceLines(ui, width), statusLine({ state, ui, mode, workspace }, width)]
  const fixed = message.lines.length + below.length
  const { lines: card, body } = questionLines(state, ui, { workspace, width, bodies, room: room - fixed - 2 })
  const left = Math.max(room - fixed - card.length, 0)
  const todo = pinnedLines(state, width, Math.min(TODO_ROWS, Math.floor(size.rows / TODO_PART), left))
  const live = liveLines(state, { width, quiet, most: left - todo.length })
  const shown = [...live, ...todo, ...card]
  const cursor = message.cursor && { x: message.cursor.x, y: message.cursor.y + shown.length }
  const inCard = cardCursor(ui, card, shown.length - card.length)
  return { lines: [...shown, ...message.lines, ...below], cursor: inCard ?? cursor, body }
}

function pinnedLines(state: ChatState, width: number, most: number): readonly Line[] {
  const chat = chatOf(state)
  const list = chat === null ? null : todoList(chat)
  return list === null || most <= 0 ? [] : todoLines(list, width, most)
}

/** The completions around the one that Tab selected. */
function choiceLines({ choices, chosen, draft }: Ui, width: number): readonly Line[] {
  if (choices.length === 1 && choices[0]?.message.text === draft.text) return []
  const from = Math.max(0, Math.min((chosen ?? 0) - 2, choices.length - SHOWN_CHOICES))
  const shown = choices.slice(from, from + SHOWN_CHOICES)
  const column = Math.max(0, ...shown.map(({ label }) => stringWidth(label)))
  return shown.map(({ label, says }, index) => {
    const isChosen = from + index === chosen
    const gap = ' '.repeat(column - stringWidth(label) + 2)
    return cutTo(
      [
        { text: `${isChosen ? '›' : ' '} ${visibleLine(label)}`, tone: isChosen ? 'strong' : 'dim' },
        { text: `${gap}${visibleLine(says)}`, tone: 'dim' },
      ],
      width,
    )
  })
}

/** Seconds of silence that are not reported. */
const SHORT_SILENCE = 5

/** The current activity: its last rows. */
function liveLines(
  state: ChatState,
  { width, quiet, most }: { width: number; quiet: number; most: number },
): readonly Line[] {
  if (most <= 0) return []
  const streaming = chatOf(state)?.streaming.text ?? ''
  const text = streaming === '' ? [] : markdownLines(streaming, width, most)
  const calls = liveBlocks(state).flatMap((block) => blockLines(block))
  const thinks =
    waitsForModel(state) && quiet >= SHORT_SILENCE
      ? [line(`Waiting for the model, ${quiet} s`, 'dim')]
      : isBusy(state) && text.length + calls.length === 0
        ? [line('…', 'dim')]
        : []
  return [...text, ...wrapAll(calls, width, 4), ...thinks].slice(-most)
}

function questionLines(
  state: ChatState,
  ui: Ui,
  {
    workspace,
    width,
    room,
    bodies,
  }: Pick<FrameParts, 'workspace' | 'bodies'> & { width: number; room: number },
): { readonly lines: readonly Line[]; readonly body: Frame['body'] } {
  const { question } = ui
  if (question === null) return { lines: [], body: { height: 0, shown: 0 } }
  const own = question.call.thread_id === state.open
  const { title, ...text } = cardText(question, { chat: !own, bodies })
  const body = wrapAll(text.body, width, 2)
  const why = wrapAll(text.why, width, 2)
  const answers = wrapAll(answerLines(ui, question, workspace), width, 2)
  const below = (saysWhy(question) ? 0 : why.length) + answers.length
  const isWhole = body.length <= room - below - 2
  // The note about the cut and the reason stay visible while the body scrolls.
  const shown = isWhole ? body.length : Math.max(3, room - why.length - answers.length - 2)
  const from = Math.min(ui.scroll, Math.max(0, body.length - shown))
  const questions = own ? ownQuestions(state) : allQuestions(state)
  const index = questions.findIndex(({ call }) => call.id === question.call.id) + 1
  return {
    lines: [
      ruler(title, questions.length === 1 ? '' : `${index} of ${questions.length}`, width),
      ...body.slice(from, from + shown),
      ...(isWhole ? [] : [cutLine(from + shown, body.length)]),
      ...(isWhole && saysWhy(question) ? [] : why),
      ...answers,
    ],
    body: { height: body.length, shown },
  }
}

function cutLine(seen: number, all: number): Line {
  const more = seen < all ? ': Space or ↓ for more, End for the last' : ''
  return line(`-- ${seen} of ${all} lines${more}`, 'ask')
}

/** `── Edit a.md ──────── 1 of 2 ──`. */
function ruler(title: Line, right: string, width: number): Line {
  const end = right === '' ? '' : ` ${right} ──`
  const named = cutTo(title, width - end.length - 6)
  const rule = '─'.repeat(Math.max(0, width - widthOf(named) - end.length - 4))
  return [...line('── ', 'ask'), ...named, ...line(` ${rule}${end}`, 'ask')]
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

/** Lines of the message; pasted text may contain anything. */
function wrapped(text: string, width: number): readonly string[] {
  return visible(text)
    .split('\n')
    .flatMap((one) => wrap(line(one), width - 3).map(plainText))
}

/** While a line of the question is edited, the cursor is there: in the last line that begins with `: `. */
function cardCursor(ui: Ui, card: readonly Line[], above: number): Frame['cursor'] {
  if (ui.prompt.at !== 'rule' && ui.prompt.at !== 'note' && ui.prompt.at !== 'word') return null
  const row = card.findLastIndex(([first]) => first?.text === ': ')
  if (row < 0) return null
  const before = visibleLine(ui.prompt.line.text.slice(0, ui.prompt.line.cursor))
  return { x: 2 + stringWidth(before), y: above + row }
}

function statusLine(
  { state, ui, mode, workspace }: Pick<FrameParts, 'state' | 'ui' | 'mode' | 'workspace'>,
  width: number,
): Line {
  if (state.view.connection.state === 'lost')
    return cutTo(line('Lost the server; trying again…', 'stop'), width)
  if (ui.hint !== '') return cutTo(line(ui.hint, 'ask'), width)
  const elsewhere = allQuestions(state).length - ownQuestions(state).length
  const chat = chatOf(state)
  const cutOff = cutOffCalls(state).length
  const cost = chat === null ? '' : costOfThread(costOf(chat))
  const parts = [
    modeLabel(visibleLine(mode)),
    ...(chat === null ? [] : [visibleLine(chat.thread.model)]),
    ...(cost === '' ? [] : [cost]),
    ...(elsewhere === 0 ? [] : [`${elsewhere} waiting elsewhere: /waiting`]),
    ...(cutOff === 0 ? [] : [`${cutOff} cut off: /settle`]),
    ...(isBusy(state) ? ['Esc stops'] : ['/help']),
  ]
  const left = line(parts.join(' · '), 'dim')
  const folder = line(visibleLine(basename(workspace)), 'dim')
  const gap = width - widthOf(left) - widthOf(folder)
  return gap < 2 ? cutTo(left, width) : [...left, ...line(' '.repeat(gap)), ...folder]
}
