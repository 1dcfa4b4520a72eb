import {
  endedText,
  readableResult,
  type CallResult,
  type JournalEntry,
  type PromptMessage,
} from '@countersign/agent'
import { budgetWords, type CallId, type MediaGeneration } from '@countersign/protocol'
import type { Db } from '../sql/database.ts'
import { branchUpTo } from './branches.ts'
import type { CallRow, TurnRow } from '../sql/tables.ts'
import { storedCall } from '../sql/views.ts'

/**
 * The conversation up to and including the person's message of a turn: the earlier turns of its branch, with their calls and results,
 * rebuilt from journal and rows. It contains nothing of another branch.
 */
export async function readHistory(
  db: Db,
  turn: Pick<TurnRow, 'id' | 'parent_id' | 'error'>,
): Promise<{
  readonly messages: readonly PromptMessage[]
  readonly compact: boolean
  readonly workflow: string | undefined
  readonly media: MediaGeneration | undefined
}> {
  const turnId = turn.id
  const turns = turn.parent_id === null ? [turn] : await branchUpTo(db, turnId)
  const ids = turns.map(({ id }) => id)
  // The current turn rebuilds its own steps from the journal; a run has thousands of calls.
  const before = ids.filter((id) => id !== turnId)
  const [messages, steps, calls] = await Promise.all([
    db.selectFrom('messages').selectAll().where('turn_id', 'in', ids).orderBy('number').execute(),
    before.length === 0
      ? []
      : db.selectFrom('steps').selectAll().where('turn_id', 'in', before).orderBy('seq').execute(),
    before.length === 0
      ? []
      : db.selectFrom('calls').selectAll().where('turn_id', 'in', before).orderBy('number').execute(),
  ])
  const results = new Map(calls.map((row) => [row.id, row.result ?? unfinished(row)]))
  const asked = Map.groupBy(
    messages.filter(({ role }) => role === 'user'),
    ({ turn_id }) => turn_id,
  )
  const done = Map.groupBy(steps, ({ turn_id }) => turn_id)
  let history: PromptMessage[] = []
  for (const earlier of turns) {
    const { id } = earlier
    const sent = asked.get(id) ?? []
    // A message that only asked for a shorter history is not shown to later turns.
    const shown = id === turnId ? sent : sent.filter(({ body }) => body.compact !== true)
    const requests = shown.map(({ body }): PromptMessage => ({
      role: 'user',
      text: body.text,
      ...(body.images === undefined ? {} : { images: body.images }),
    }))
    history.push(...requests)
    if (id === turnId) break
    for (const { entry } of done.get(id) ?? []) {
      // The summary covers everything before it, except the request of that turn.
      if (entry.kind === 'compaction' && entry.parentId === null)
        history = [{ role: 'user', text: entry.summary }, ...requests]
      else history.push(...stepMessages(entry, results))
    }
    history.push(...endedBy(earlier))
  }
  const own = asked.get(turnId) ?? []
  return {
    messages: history,
    compact: own.some(({ body }) => body.compact === true),
    workflow: own.find(({ body }) => body.workflow !== undefined)?.body.workflow,
    media: own.find(({ body }) => body.media !== undefined)?.body.media,
  }
}

function stepMessages(
  entry: JournalEntry,
  results: ReadonlyMap<CallId, CallResult>,
): readonly PromptMessage[] {
  if (entry.kind !== 'model' || entry.parentId !== null) return []
  const { calls, providerMetadata, cut: cutOff } = entry
  const text =
    cutOff === undefined ? entry.text : `${entry.text}\n\n[This answer was cut off here: ${cutOff.why}]`
  const metadata = providerMetadata === undefined ? {} : { providerMetadata }
  return [
    { role: 'assistant', text, calls, ...metadata },
    ...calls.map((call): PromptMessage => {
      const result = results.get(call.id)
      return {
        role: 'tool',
        providerId: call.providerId,
        name: call.name,
        isError: result?.state !== 'succeeded',
        ...readableResult({ ...result, text: result?.text ?? 'Did not run.' }),
      }
    }),
  ]
}

function unfinished(row: CallRow): CallResult {
  return { state: 'interrupted', code: 'interrupted', text: endedText('interrupted', storedCall(row)) }
}

/** A turn that used up a limit ended in the middle of its work. */
function endedBy({ error }: Pick<TurnRow, 'error'>): readonly PromptMessage[] {
  if (error === null || typeof error === 'string') return []
  const { reason, limit } = error.budget
  const used = budgetWords(reason, limit)
  const text = `[Your work ended here: it used up ${used}, and nobody let it continue. What was done is kept; calls without a result did not run. The next message has its own limits.]`
  return [{ role: 'user', text, note: true }]
}
