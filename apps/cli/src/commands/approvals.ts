import { ApprovalView, CallView } from '@countersign/protocol'
import { z } from 'zod'
import { cardLines } from '../chat/card-lines.ts'
import { plainText } from '../chat/lines.ts'
import type { Question } from '../chat/question.ts'
import { visibleLine } from '../chat/visible.ts'
import type { Api } from '../server-client.ts'
import { complain, onServer, print, type JsonOption } from './output.ts'

const Waiting = z.object({ approvals: z.array(ApprovalView), calls: z.array(CallView) })

/** What waits for an answer, oldest first. */
export function listApprovals({ json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const found = await questions(api)
    if (typeof found === 'string') return complain(found)
    if (json === true)
      return print(
        JSON.stringify(
          found.map(({ approval, call }) => ({ approval, call })),
          null,
          2,
        ),
      )
    if (found.length === 0) return print('Nothing waits.')
    return print(found.map(line).join('\n'))
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

async function questions(api: Api): Promise<readonly Question[] | string> {
  const answer = await api.get('/api/waiting')
  if (!answer.ok) return answer.message
  const { approvals, calls } = Waiting.parse(answer.body)
  return approvals
    .flatMap((approval) => {
      const call = calls.find(({ id }) => id === approval.tool_call_id)
      return call === undefined ? [] : [{ approval, call }]
    })
    .toSorted((a, b) => a.approval.asked_at - b.approval.asked_at)
}

/** By its id or the beginning of it. */
async function question(api: Api, id: string): Promise<Question | string> {
  const found = await questions(api)
  if (typeof found === 'string') return found
  const fits = found.filter(({ call }) => call.id.startsWith(id) || call.id.startsWith(`call_${id}`))
  const [only] = fits
  if (only === undefined) return `nothing that waits is called \`${id}\`; see \`countersign approvals list\``
  return fits.length === 1 ? only : `${fits.length} questions begin with \`${id}\`; write more of it`
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
