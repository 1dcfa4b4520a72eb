import { approvalCommands, signedPartsText, type InterruptedCall } from '@countersign/protocol'
import type { FeatureBodyLines } from '../../chat/feature-body-lines.ts'
import { readPartNumbers } from '../../chat/parts.ts'
import type { Question } from '../../chat/question.ts'
import { SETTLE_WORDS } from '../../chat/slash.ts'
import { visibleLine } from '../../chat/visible.ts'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { question, questionPage, readOpen, theOne, wholeQuestion } from '../open-questions.ts'
import { complain, print, type JsonOption } from '../output.ts'

/** Lists waiting calls, oldest first, and interrupted ones. */
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
    if (questions.length + interrupted.length === 0) return print('Nothing is waiting.')
    return print([...questions.map(line), ...cutOffLines(interrupted)].join('\n'))
  })
}

/** Settles an interrupted call; `again` runs it once more, as a new call. */
export function settleCall(id: string, word: string, { json }: JsonOption): Promise<number> {
  const how = SETTLE_WORDS.get(word)
  if (how === undefined)
    return Promise.resolve(
      complain(`\`${word}\` is not an answer; use one of ${[...SETTLE_WORDS.keys()].join(', ')}`),
    )
  return onServer(async (api) => {
    const open = await readOpen(api)
    if (typeof open === 'string') return complain(open)
    const call = theOne(open.interrupted, ({ id: of }) => of, id, 'that was cut off')
    if (typeof call === 'string') return complain(call)
    const answer = await api.command(approvalCommands.settle, {
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

/** One complete question: exactly what would happen, why it asks, and the offered rules. */
export function showApproval(
  id: string,
  { json }: JsonOption,
  bodies: readonly FeatureBodyLines[],
): Promise<number> {
  return onServer(async (api) => {
    const shown = await wholeQuestion(api, id)
    if (typeof shown === 'string') return complain(shown)
    return print(json === true ? inJson(shown) : questionPage(shown, bodies))
  })
}

function inJson(question: Question): string {
  return JSON.stringify(question, null, 2)
}

export interface AnswerOptions extends JsonOption {
  readonly rule?: string
  readonly chat?: boolean
  readonly always?: boolean
  readonly note?: string
  /** Numbers of the parts to allow: `1,3`. */
  readonly parts?: string
}

/** Answers one question, with the hash of the call that was shown. */
export function answerApproval(id: string, allow: boolean, options: AnswerOptions): Promise<number> {
  return onServer(async (api) => {
    const found = await (options.parts === undefined ? question(api, id) : wholeQuestion(api, id))
    if (typeof found === 'string') return complain(found)
    const { approval, call } = found
    const lasting = options.always === true || options.chat === true || options.rule !== undefined
    if (options.parts !== undefined) return lasting ? complain(ONLY_ONCE) : allowParts(api, found, options)
    const rule = options.rule ?? approval.offers[0]?.rule
    if (allow && lasting && rule === undefined)
      return complain('no rule is offered for this call; it can be allowed once only')
    const answer = await api.command(approvalCommands.answer, {
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

const ONLY_ONCE = 'parts are allowed once; leave out `--chat`, `--always` and `--rule`'

async function allowParts(api: Api, { approval, call }: Question, options: AnswerOptions): Promise<number> {
  const { parts: all = [] } = call
  const read = readPartNumbers(options.parts ?? '', all)
  if (!read.ok) return complain(read.message)
  const signed = [...(read.answer.parts ?? [])]
  const answer = await api.command(approvalCommands.answer, {
    tool_call_id: call.id,
    hash: approval.hash,
    decision: 'allow_once',
    parts: signed,
    ...(options.note === undefined ? {} : { feedback: options.note }),
  })
  if (!answer.ok) return complain(answer.message)
  if (options.json === true)
    return print(JSON.stringify({ answered: 'allow', call: call.id, parts: { signed, of: all.length } }))
  return print(`Allowed ${signedPartsText({ signed, of: all.length })}: ${call.title}`)
}

function cutOffLines(calls: readonly InterruptedCall[]): readonly string[] {
  if (calls.length === 0) return []
  return [
    'Cut off by a crash, may have had effects; check, then `countersign approvals settle ID done|not-done|again`:',
    ...calls.map((call) => `${shortId(call.id)}  ${call.tool}(${oneLine(call.specifier)})`),
  ]
}

function line({ approval, call }: Question): string {
  return `${shortId(call.id)}  ${visibleLine(approval.thread_title)}  ${call.tool}(${oneLine(call.specifier)})`
}

function oneLine(text: string): string {
  const flat = visibleLine(text)
  return flat.length <= 100 ? flat : `${flat.slice(0, 99)}…`
}

function shortId(id: string): string {
  return id.replace(/^call_/, '').slice(0, 8)
}
