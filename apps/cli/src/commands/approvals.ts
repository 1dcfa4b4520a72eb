import { ApprovalView, CallView } from '@countersign/protocol'
import { z } from 'zod'
import { cardLines } from '../chat/card-lines.ts'
import { plainText } from '../chat/lines.ts'
import type { Question } from '../chat/question.ts'
import { SETTLE_WORDS } from '../chat/slash.ts'
import { visibleLine } from '../chat/visible.ts'
import type { Api } from '../server-client.ts'
import { complain, onServer, print, type JsonOption } from './output.ts'

const Waiting = z.object({
  approvals: z.array(ApprovalView),
  calls: z.array(CallView),
  interrupted: z.array(CallView).default([]),
  /** Where the next page begins; absent or null: this was the last. */
  next: z.string().nullish(),
})

interface Open {
  readonly questions: readonly Question[]
  /** Calls that a crash cut off: a person looks, and says what became of them. */
  readonly interrupted: readonly CallView[]
}

/** What waits for an answer, oldest first, and what a crash cut off. */
export function listApprovals({ json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const open = await readOpen(api)
    if (typeof open === 'string') return complain(open)
    const { questions, interrupted } = open
    if (json === true)
      return print(
        JSON.stringify(
          [
            ...questions.map(({ approval, call }) => ({ approval, call })),
            ...interrupted.map((call) => ({ approval: null, call })),
          ],
          null,
          2,
        ),
      )
    if (questions.length + interrupted.length === 0) return print('Nothing waits.')
    return print([...questions.map(line), ...cutOffLines(interrupted)].join('\n'))
  })
}

/** Says what was found out about a call that a crash cut off; `again` runs it once more, as a new call. */
export function settleCall(id: string, word: string, { json }: JsonOption): Promise<number> {
  const how = SETTLE_WORDS.get(word)
  if (how === undefined)
    return Promise.resolve(complain(`\`${word}\` is no answer; it is ${[...SETTLE_WORDS.keys()].join(', ')}`))
  return onServer(async (api) => {
    const open = await readOpen(api)
    if (typeof open === 'string') return complain(open)
    const call = theOne(open.interrupted, ({ id: of }) => of, id, 'that was cut off')
    if (typeof call === 'string') return complain(call)
    const answer = await api.post('/api/commands', {
      type: 'call_settle',
      tool_call_id: call.id,
      hash: call.hash,
      how,
    })
    if (!answer.ok) return complain(answer.message)
    return print(
      json === true ? JSON.stringify({ settled: how, call: call.id }) : `Settled as ${word}: ${call.title}`,
    )
  })
}

/** One question whole: exactly what would happen, why it asks, and which rules are offered. */
export function showApproval(id: string, { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const found = await question(api, id)
    if (typeof found === 'string') return complain(found)
    return print(json === true ? JSON.stringify(found, null, 2) : page(found))
  })
}

export interface AnswerOptions extends JsonOption {
  readonly rule?: string
  readonly chat?: boolean
  readonly always?: boolean
  readonly note?: string
}

/** Answers one question. What is answered is what was shown: the hash of its arguments goes with it. */
export function answerApproval(id: string, allow: boolean, options: AnswerOptions): Promise<number> {
  return onServer(async (api) => {
    const found = await question(api, id)
    if (typeof found === 'string') return complain(found)
    const { approval, call } = found
    const lasting = options.always === true || options.chat === true || options.rule !== undefined
    const rule = options.rule ?? approval.offers[0]?.rule
    if (allow && lasting && rule === undefined)
      return complain('no rule is offered for this call; it can be allowed once only')
    const answer = await api.post('/api/commands', {
      type: 'tool_approval_response',
      tool_call_id: call.id,
      hash: approval.hash,
      decision: allow
        ? lasting
          ? options.chat === true
            ? 'allow_chat'
            : 'allow_always'
          : 'allow_once'
        : 'deny',
      ...(allow && lasting ? { rule } : {}),
      ...(options.note === undefined ? {} : { feedback: options.note }),
    })
    if (!answer.ok) return complain(answer.message)
    if (options.json === true)
      return print(
        JSON.stringify({ answered: allow ? 'allow' : 'deny', call: call.id, ...(lasting ? { rule } : {}) }),
      )
    return print(
      allow
        ? `Allowed: ${call.title}${lasting ? `, and from now on ${rule ?? ''}` : ''}`
        : `Denied: ${call.title}`,
    )
  })
}

/** All pages of what is open. */
async function readOpen(api: Api): Promise<Open | string> {
  const questions: Question[] = []
  const interrupted: CallView[] = []
  for (let after = ''; ;) {
    const answer = await api.get(`/api/waiting${after === '' ? '' : `?after=${after}`}`)
    if (!answer.ok) return answer.message
    const page = Waiting.parse(answer.body)
    interrupted.push(...page.interrupted)
    for (const approval of page.approvals) {
      const call = page.calls.find(({ id }) => id === approval.tool_call_id)
      if (call !== undefined) questions.push({ approval, call })
    }
    if (page.next === undefined || page.next === null)
      return {
        questions: questions.toSorted((a, b) => a.approval.asked_at - b.approval.asked_at),
        interrupted: interrupted.toSorted((a, b) => a.proposed_at - b.proposed_at),
      }
    after = page.next
  }
}

async function question(api: Api, id: string): Promise<Question | string> {
  const open = await readOpen(api)
  if (typeof open === 'string') return open
  return theOne(open.questions, ({ call }) => call.id, id, 'that waits')
}

/** By its id or the beginning of it. */
function theOne<T>(all: readonly T[], idOf: (one: T) => string, id: string, which: string): T | string {
  const fits = all.filter((one) => idOf(one).startsWith(id) || idOf(one).startsWith(`call_${id}`))
  const [only] = fits
  if (only === undefined) return `nothing ${which} is called \`${id}\`; see \`countersign approvals list\``
  return fits.length === 1 ? only : `${fits.length} calls begin with \`${id}\`; write more of it`
}

function cutOffLines(calls: readonly CallView[]): readonly string[] {
  if (calls.length === 0) return []
  return [
    'Cut off by a crash, may have had effects; look, then `countersign approvals settle ID done|not-done|again`:',
    ...calls.map((call) => `${shortId(call.id)}  ${call.tool}(${oneLine(call.specifier)})`),
  ]
}

function line({ approval, call }: Question): string {
  return `${shortId(call.id)}  ${visibleLine(approval.thread_title)}  ${call.tool}(${oneLine(call.specifier)})`
}

function page(question: Question): string {
  const { approval, call } = question
  return [
    `${call.id}, in ${visibleLine(approval.thread_title)}`,
    ...cardLines(question, { chat: false }).map(plainText),
    ...(approval.offers.length === 0 ? [] : ['', 'Rules that would allow it:']),
    ...approval.offers.map(({ rule, covers }) => `  ${visibleLine(rule)}  ${visibleLine(covers)}`),
  ].join('\n')
}

function oneLine(text: string): string {
  const flat = visibleLine(text)
  return flat.length <= 100 ? flat : `${flat.slice(0, 99)}…`
}

function shortId(id: string): string {
  return id.replace(/^call_/, '').slice(0, 8)
}
