import { byteLength } from '../bytes.ts'
import type { ModelPart, PromptMessage } from '../provider.ts'
import type { Level } from './level.ts'
import { readStream } from './read-stream.ts'
import type { Turn } from './turn.ts'

/** Characters per token, roughly. */
const CHARACTERS = 4
/** The size of a picture in characters, roughly. */
const IMAGE_LENGTH = 6400

/** A cheap estimate: exact counts differ by model and are not worth a round trip. `more`: additional characters. */
export function estimateTokens(messages: readonly PromptMessage[], more = 0): number {
  let length = more
  for (const message of messages) length += lengthOf(message)
  return Math.ceil(length / CHARACTERS)
}

function lengthOf(message: PromptMessage): number {
  let length = message.text.length
  if (message.role === 'assistant')
    for (const call of message.calls) length += call.input.length + call.name.length
  else if (message.role !== 'system') length += (message.images?.length ?? 0) * IMAGE_LENGTH
  return length
}

/** The size of a history that is only appended to; counts each message once. */
export class HistorySize {
  #length = 0
  #counted = 0

  tokens(messages: readonly PromptMessage[]): number {
    for (; this.#counted < messages.length; this.#counted += 1) {
      const message = messages[this.#counted]
      if (message) this.#length += lengthOf(message)
    }
    return Math.ceil(this.#length / CHARACTERS)
  }

  /** Starts over for another history. */
  reset(): void {
    this.#length = 0
    this.#counted = 0
  }
}

const ASK =
  'Your history is about to be shortened. Write down, for yourself: the task, what was decided and why, what was done, what was refused, what is still open, and the plan. Leave out nothing that you need to continue.'

/**
 * Replaces the history of a level by a summary of open work, decisions and the plan. The model writes the summary; the last request, the
 * refusals and the last answer are always kept. It is journalled before it is used.
 */
export async function compact(
  turn: Turn,
  level: Level,
  base: readonly PromptMessage[],
  messages: readonly PromptMessage[],
): Promise<Compacted> {
  if (!(await turn.afford('llm_calls'))) return STOPPED
  const request = {
    model: turn.input.model,
    messages: [...messages, { role: 'user' as const, text: ASK }],
    tools: [],
  }
  const text: string[] = []
  let bytes = 0
  let end: Extract<ModelPart, { type: 'failed' | 'finish' }> | undefined
  await readStream(turn.parts.provider, request, turn.signal, (part) => {
    if (part.type === 'restart') text.length = 0
    if (part.type === 'text') text.push(part.text)
    if (part.type === 'text' || part.type === 'reasoning') bytes += byteLength(part.text)
    if (part.type === 'failed' || part.type === 'finish') end = part
    // An endless summary is useless.
    return end !== undefined || bytes > turn.limits.answerBytes
  })
  if (turn.signal.aborted) return STOPPED
  if (end?.type !== 'finish') return { ok: false, tokens: estimateTokens(messages) }
  const summary = `Summary of the work so far:\n${text.join('')}${keptInAnyCase(messages)}`
  const shorter = afterSummary(base, summary)
  if (estimateTokens(shorter) > turn.budget.limit('tokens'))
    return { ok: false, tokens: estimateTokens(messages) }
  await turn.write({
    kind: 'compaction',
    parentId: level.parentId,
    upTo: messages.length,
    summary,
    usage: end.usage,
    worked: turn.tracker.worked(),
  })
  return { ok: true, messages: shorter }
}

type Compacted =
  | { readonly ok: true; readonly messages: readonly PromptMessage[] }
  /** The history has this many tokens and could not be shortened. */
  | { readonly ok: false; readonly tokens: number }

/** The caller checks whether the turn is over. */
const STOPPED: Compacted = { ok: false, tokens: 0 }

/** The history after a summary: the level's prompt, the summary, and the last request word for word. */
export function afterSummary(base: readonly PromptMessage[], summary: string): PromptMessage[] {
  const system = base.filter(({ role }) => role === 'system')
  const asked = base.findLast(({ role }) => role === 'user')
  return [...system, { role: 'user', text: summary }, ...(asked === undefined ? [] : [asked])]
}

/** Limits: how many refusals are listed, and how many characters of each and of the last answer are kept. */
const REFUSALS = 50
const REFUSAL_LENGTH = 300
const LAST_WORDS = 4000

/** A summary may forget: the agent would ask again for a refused call, and would not follow a lost plan. */
function keptInAnyCase(messages: readonly PromptMessage[]): string {
  const refused = messages.flatMap((message) =>
    message.role === 'tool' && message.isError
      ? [`- ${message.name}: ${message.text.replaceAll(/\s+/g, ' ').slice(0, REFUSAL_LENGTH)}`]
      : [],
  )
  const last = messages.findLast((message) => message.role === 'assistant' && message.text !== '')
  return [
    ...(refused.length === 0 ? [] : ['', 'Refused or failed, not to be tried the same way again:']),
    ...refused.slice(-REFUSALS),
    ...(last === undefined ? [] : ['', 'What you said last:', last.text.slice(-LAST_WORDS)]),
  ]
    .map((line) => `\n${line}`)
    .join('')
}
