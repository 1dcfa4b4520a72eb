import { afterSummary, compact, estimateTokens } from './compaction.ts'
import type { Level, LevelEnd } from './level.ts'
import type { Turn } from './turn.ts'

/**
 * A turn that shortens the history and does nothing else: its message is not a request, but says what the summary should focus on. No tool
 * is offered, so nothing can have an effect. After a crash it continues from its journal: a summary that is already written is not
 * requested again.
 */
export async function compactNow(turn: Turn, level: Level): Promise<LevelEnd> {
  const journal = turn.level(level.parentId)
  const answered = journal.find((entry) => entry.kind === 'model')
  if (answered?.kind === 'model') return { kind: 'answered', text: answered.text }
  const before = spoken(level)
  const written = journal.find((entry) => entry.kind === 'compaction')
  if (estimateTokens(before) < WORTH_IT) return tell(turn, NOTHING)
  let after = written?.kind === 'compaction' ? afterSummary(level.messages, written.summary) : undefined
  if (after === undefined) {
    if (turn.signal.aborted) return STOPPED
    const shorter = await compact(turn, level, level.messages, level.messages)
    if (turn.signal.aborted) return STOPPED
    if (!shorter.ok) return { kind: 'failed', text: '', code: 'provider', message: FAILED }
    after = [...shorter.messages]
  }
  return tell(
    turn,
    done(estimateTokens(before), estimateTokens(after.filter(({ role }) => role !== 'system').slice(0, 1))),
  )
}

/** The history without the instructions and without the message that asks for the summary. */
function spoken({ messages }: Level) {
  return messages.filter(({ role }) => role !== 'system').slice(0, -1)
}

/** The text that the person reads is an answer of the turn, journalled like any other. */
async function tell(turn: Turn, text: string): Promise<LevelEnd> {
  const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 }
  const worked = turn.tracker.worked()
  await turn.write({ kind: 'model', parentId: null, text, calls: [], usage, worked })
  return { kind: 'answered', text }
}

const STOPPED = { kind: 'stopped', text: '' } as const
/** Tokens of a history below which a summary gains nothing. */
const WORTH_IT = 500
const NOTHING = 'There is little to compact yet: the history is short.'
const FAILED = 'the model wrote no usable summary; the history is unchanged'

function done(before: number, after: number): string {
  const [from, to] = [before, after].map((count) => count.toLocaleString('en'))
  return `History compacted: about ${from} tokens are now a summary of about ${to}. You still see everything; the agent continues from the summary.`
}
