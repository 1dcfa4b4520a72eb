import { withModeLabel } from '@countersign/protocol/client'
import { bodyLines } from './body-lines.ts'
import { line, type Line } from './lines.ts'
import { shortenedLine } from './shortened-line.ts'
import type { Question } from './question.ts'
import { visibleLine } from './visible.ts'

/** A question as lines: what would happen, where, and why it asks. The way to answer stands below it. */
export function cardLines(question: Question, around: { readonly chat: boolean }): readonly Line[] {
  const { call, approval } = question
  const where = call.body.kind === 'shell' ? `in ${visibleLine(call.body.cwd)}` : ''
  const chat = around.chat ? `chat: ${visibleLine(approval.thread_title)}` : ''
  const parents =
    approval.parents.length === 0 ? '' : `proposed by ${approval.parents.map(visibleLine).join(' › ')}`
  const context = [where, parents, chat].filter((text) => text !== '').join(' · ')
  return [
    [
      { text: visibleLine(call.title), tone: 'ask' },
      { text: `  ${call.tool}`, tone: 'dim' },
    ],
    ...(context === '' ? [] : [line(context, 'dim')]),
    ...bodyLines(call),
    ...shortenedLine(call.shortened, `\`countersign show ${call.id}\` prints all of it`),
    ...reasonLines(question),
  ]
}

function reasonLines({ call }: Question): readonly Line[] {
  const { reason, locked } = call.decision
  return [
    line(`Asks: ${visibleLine(withModeLabel(reason.sentence))}`, locked === undefined ? 'plain' : 'stop'),
  ]
}
