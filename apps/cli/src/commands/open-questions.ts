import { approvalRoutes, PARTS_LIMIT, type InterruptedCall } from '@countersign/protocol'
import { cardLines } from '../chat/card-lines.ts'
import type { FeatureBodyLines } from '../chat/feature-body-lines.ts'
import { plainText } from '../chat/lines.ts'
import { partLinesOf, partsOf } from '../chat/parts.ts'
import type { Question } from '../chat/question.ts'
import { visibleLine } from '../chat/visible.ts'
import type { Api } from '../server-client.ts'
import { wholeCall } from '../whole.ts'

interface Open {
  readonly questions: readonly Question[]
  /** Calls that a crash cut off: a person checks what happened and reports it. */
  readonly interrupted: readonly InterruptedCall[]
}

/** All pages of open calls. */
export async function readOpen(api: Api): Promise<Open | string> {
  const questions: Question[] = []
  const interrupted: InterruptedCall[] = []
  for (let after: string | undefined; ;) {
    const answer = await api.call(approvalRoutes.waiting, { query: { after } })
    if (!answer.ok) return answer.message
    const page = answer.body
    interrupted.push(...page.interrupted)
    for (const approval of page.approvals) {
      const call = page.calls.find(({ id }) => id === approval.tool_call_id)
      if (call !== undefined) questions.push({ approval, call })
    }
    if (page.next === null)
      return {
        questions: questions.toSorted((a, b) => a.approval.asked_at - b.approval.asked_at),
        interrupted: interrupted.toSorted((a, b) => a.proposed_at - b.proposed_at),
      }
    after = page.next
  }
}

/** A waiting question, with what the list says about its call. */
export async function question(api: Api, id: string): Promise<Question | string> {
  const open = await readOpen(api)
  if (typeof open === 'string') return open
  return theOne(open.questions, ({ call }) => call.id, id, 'that waits')
}

/** A waiting question with its complete call. */
export async function wholeQuestion(api: Api, id: string): Promise<Question | string> {
  const found = await question(api, id)
  if (typeof found === 'string' || found.call.shortened === undefined) return found
  const whole = await wholeCall(api, found.call.id)
  if (!whole.ok) return whole.message
  if (whole.value.state !== 'waiting') return unknown(found.call.id, 'that waits')
  return { ...found, call: whole.value }
}

/** Finds one by its id or the beginning of it. */
export function theOne<T>(
  all: readonly T[],
  idOf: (one: T) => string,
  id: string,
  which: string,
): T | string {
  const fits = all.filter((one) => idOf(one).startsWith(id) || idOf(one).startsWith(`call_${id}`))
  const [only] = fits
  if (only === undefined) return unknown(id, which)
  return fits.length === 1 ? only : `${fits.length} calls begin with \`${id}\`; type more of it`
}

function unknown(id: string, which: string): string {
  return `nothing ${which} is called \`${id}\`; see \`countersign approvals list\``
}

/** A question as lines: exactly what would happen, why it asks, and the offered rules. */
export function questionPage(question: Question, bodies: readonly FeatureBodyLines[]): string {
  const { approval, call } = question
  return [
    `${call.id}, in ${visibleLine(approval.thread_title)}`,
    ...cardLines(question, { chat: false, bodies }).map(plainText),
    ...(partsOf(question).length === 0 ? [] : ['', 'Its parts; `approvals allow --parts 1,3` allows some:']),
    ...partLinesOf(question, PARTS_LIMIT).map((text) => `  ${plainText(text)}`),
    ...(approval.offers.length === 0 ? [] : ['', 'Rules that would allow it:']),
    ...approval.offers.map(({ rule, covers }) => `  ${visibleLine(rule)}  ${visibleLine(covers)}`),
  ].join('\n')
}
