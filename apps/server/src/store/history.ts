import { endedText, type CallResult, type JournalEntry, type PromptMessage } from '@countersign/agent'
import type { CallId, ThreadId, TurnId } from '@countersign/protocol'
import type { Db } from './database.ts'
import type { CallRow } from './tables.ts'
import { storedCall } from './views.ts'

/** Most characters of an earlier result that go back to the model. */
const RESULT_LIMIT = 50_000

/**
 * The conversation up to and with the person's message of a turn: earlier turns with their calls and results, rebuilt from journal and
 * rows, in the order in which the turns were asked.
 */
export async function readHistory(
  db: Db,
  threadId: ThreadId,
  turnId: TurnId,
): Promise<readonly PromptMessage[]> {
  const turns = await db
    .selectFrom('turns')
    .select(['id', 'number'])
    .where('thread_id', '=', threadId)
    .where('number', '<=', (select) => select.selectFrom('turns').select('number').where('id', '=', turnId))
    .orderBy('number')
    .execute()
  const ids = turns.map(({ id }) => id)
  const [messages, steps, calls] = await Promise.all([
    db.selectFrom('messages').selectAll().where('turn_id', 'in', ids).orderBy('number').execute(),
    db.selectFrom('steps').selectAll().where('turn_id', 'in', ids).orderBy('seq').execute(),
    db.selectFrom('calls').selectAll().where('turn_id', 'in', ids).orderBy('number').execute(),
  ])
  const results = new Map(calls.map((row) => [row.id, row.result ?? unfinished(row)]))
  const asked = Map.groupBy(
    messages.filter(({ role }) => role === 'user'),
    ({ turn_id }) => turn_id,
  )
  const done = Map.groupBy(steps, ({ turn_id }) => turn_id)
  let history: PromptMessage[] = []
  for (const id of ids) {
    const said = (asked.get(id) ?? []).map(({ body }): PromptMessage => ({
      role: 'user',
      text: body.text,
      ...(body.images === undefined ? {} : { images: body.images }),
    }))
    history.push(...said)
    // The turn that is to run rebuilds its own steps from the journal.
    if (id === turnId) break
    for (const { entry } of done.get(id) ?? []) {
      // All that was before is in the summary, except what was asked in that turn.
      if (entry.kind === 'compaction' && entry.parentId === null)
        history = [{ role: 'user', text: entry.summary }, ...said]
      else history.push(...stepMessages(entry, results))
    }
  }
  return history
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
        text: cut(result?.text ?? 'Did not run.'),
        isError: result?.state !== 'succeeded',
        ...(result?.images === undefined ? {} : { images: result.images }),
      }
    }),
  ]
}

function unfinished(row: CallRow): CallResult {
  return { state: 'interrupted', code: 'interrupted', text: endedText('interrupted', storedCall(row)) }
}

function cut(text: string): string {
  return text.length <= RESULT_LIMIT
    ? text
    : `${text.slice(0, RESULT_LIMIT)}\n[cut: ${text.length - RESULT_LIMIT} more characters]`
}
