import { isShipped, oneReason, reasonSentence } from '@countersign/protocol/client'
import { bodyLines } from './body-lines.ts'
import type { FeatureBodyLines } from './feature-body-lines.ts'
import { line, type Line } from './lines.ts'
import { shortenedLine } from './shortened-line.ts'
import type { Question } from './question.ts'
import { visibleLine } from './visible.ts'

/** A question as lines. How to answer it is below them. */
export interface CardText {
  readonly title: Line
  /** What would happen, and where. */
  readonly body: readonly Line[]
  /** Why it asks. */
  readonly why: readonly Line[]
}

/** Whether a card names its chat, and how features draw theirs. */
export interface CardAround {
  readonly chat: boolean
  readonly bodies: readonly FeatureBodyLines[]
}

export function cardText(question: Question, around: CardAround): CardText {
  const { call, approval } = question
  const where = call.body.kind === 'shell' ? `in ${visibleLine(call.body.cwd)}` : ''
  const chat = around.chat ? `chat: ${visibleLine(approval.thread_title)}` : ''
  const parents =
    approval.parents.length === 0
      ? ''
      : `from the sub-agent “${approval.parents.map(visibleLine).join(' › ')}”`
  const context = [where, parents, chat].filter((text) => text !== '').join(' · ')
  return {
    title: titleOf(question),
    body: [
      ...(context === '' ? [] : [line(context, 'dim')]),
      ...bodyLines(call, around.bodies),
      ...shortenedLine(call.shortened, `\`countersign show ${call.id}\` prints all of it`),
    ],
    why: [
      line(
        visibleLine(reasonSentence(oneReason(call.decision) ?? call.decision)),
        call.decision.locked === undefined ? 'plain' : 'stop',
      ),
    ],
  }
}

/** The complete card. Reasons that a command's parts already show are not repeated. */
export function cardLines(question: Question, around: CardAround): readonly Line[] {
  const { title, body, why } = cardText(question, around)
  return [title, ...body, ...(saysWhy(question) ? [] : why)]
}

/** Whether the body shows the reason, part by part. */
export function saysWhy({ call }: Question): boolean {
  return call.body.kind === 'shell' && call.decision.parts.length > 0
}

function titleOf({ call }: Question): Line {
  return [
    { text: visibleLine(call.title), tone: 'ask' },
    ...(isShipped(call) ? [] : line(`  ${visibleLine(call.tool)}`, 'dim')),
    ...(call.decision.locked === undefined ? [] : line('  always asks', 'stop')),
  ]
}
