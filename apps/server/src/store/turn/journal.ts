import type { JournalEntry } from '@countersign/agent'
import type { TurnId } from '@countersign/protocol'
import type { Trx } from '../sql/database.ts'

type ModelEntry = Extract<JournalEntry, { readonly kind: 'model' }>

export interface Step {
  readonly entry: JournalEntry
  /** Number of the last event before it. */
  readonly eventSeq: number
}

/** The journal of a turn. Read as a whole: the database's own JSON functions reject some characters that a text may contain. */
export async function readSteps(trx: Trx, turnId: TurnId): Promise<readonly Step[]> {
  const rows = await trx
    .selectFrom('steps')
    .select(['entry', 'event_seq'])
    .where('turn_id', '=', turnId)
    .orderBy('seq')
    .execute()
  return rows.map(({ entry, event_seq }) => ({ entry, eventSeq: event_seq }))
}

/** The model's answers at the root, in order. */
export async function rootSteps(trx: Trx, turnId: TurnId): Promise<readonly ModelEntry[]> {
  return rootOf(await readSteps(trx, turnId))
}

export function rootOf(steps: readonly Step[]): readonly ModelEntry[] {
  return steps.flatMap(({ entry }) => (entry.kind === 'model' && entry.parentId === null ? [entry] : []))
}

/** The thoughts before this text. */
export function lastThought(steps: readonly ModelEntry[]): ModelEntry['thought'] {
  const last = steps.at(-1)
  return last !== undefined && last.calls.length === 0 ? last.thought : undefined
}

/** The answer without calls; text before calls is already a message. */
export function lastWords(steps: readonly ModelEntry[]): string {
  const last = steps.at(-1)
  return last !== undefined && last.calls.length === 0 ? last.text : ''
}
