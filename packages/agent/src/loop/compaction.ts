import type { PromptMessage } from '../provider.ts'
import type { Level } from './level.ts'
import type { Turn } from './turn.ts'

/** Characters that a token stands for, roughly. */
const CHARACTERS = 4

/** A cheap estimate: exact counts differ by model and are not worth a round trip. */
function estimateTokens(messages: readonly PromptMessage[]): number {
  let length = 0
  for (const message of messages) length += lengthOf(message)
  return Math.ceil(length / CHARACTERS)
}

function lengthOf(message: PromptMessage): number {
  let length = message.text.length
  if (message.role === 'assistant')
    for (const call of message.calls) length += call.input.length + call.name.length
  return length
}

/** The size of a history that only grows at its end: what was counted is not counted again. */
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

  /** Another history takes its place. */
  reset(): void {
    this.#length = 0
    this.#counted = 0
  }
}

const ASK =
  'Your history is about to be shortened. Write down, for yourself: the task, what was decided and why, what was done, what was refused, what is still open, and the plan. Leave nothing out that you need to go on.'

/** Replaces what a level has done so far by a summary that keeps open work, decisions and the plan. Journalled before it is used. */
export async function compact(
  turn: Turn,
  level: Level,
  base: readonly PromptMessage[],
  messages: readonly PromptMessage[],
): Promise<{ ok: true; messages: readonly PromptMessage[] } | { ok: false; message: string }> {
  if (!(await turn.afford('llm_calls'))) return { ok: false, message: 'over budget' }
  const request = {
    model: turn.input.model,
    messages: [...messages, { role: 'user' as const, text: ASK }],
    tools: [],
  }
  const text: string[] = []
  for await (const part of turn.parts.provider.stream(request, turn.signal)) {
    if (part.type === 'text') text.push(part.text)
    if (part.type === 'failed') return tooLong(turn, messages, part.message)
    if (part.type === 'finish') {
      const summary = `Summary of the work so far:\n${text.join('')}`
      const shorter: PromptMessage[] = [...base, { role: 'user', text: summary }]
      if (estimateTokens(shorter) > turn.parts.limits.historyTokens) break
      await turn.write({
        kind: 'compaction',
        parentId: level.parentId,
        upTo: messages.length,
        summary,
        usage: part.usage,
        worked: turn.tracker.worked(),
      })
      return { ok: true, messages: shorter }
    }
  }
  return tooLong(turn, messages, 'the summary was too long or was not finished')
}

function tooLong(
  turn: Turn,
  messages: readonly PromptMessage[],
  message: string,
): { ok: false; message: string } {
  turn.end({ reason: 'tokens', limit: turn.parts.limits.historyTokens, observed: estimateTokens(messages) })
  return { ok: false, message: `the history is too long and could not be shortened: ${message}` }
}
