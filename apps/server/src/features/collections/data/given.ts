import type { ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Db } from '../../../store/sql/database.ts'

/** The passages that were returned in a thread: only these can be cited in it. */
export function givenPassages(db: Db) {
  return {
    async note(thread: ThreadId, passages: readonly number[]): Promise<void> {
      await sql`insert into collection_given (thread_id, passage)
        select ${thread}, passage from unnest(${passages}::bigint[]) as passage on conflict do nothing`.execute(
        db,
      )
    },
    async of(thread: ThreadId, passages: readonly number[]): Promise<ReadonlySet<number>> {
      const { rows } = await sql<{ passage: number }>`
        select passage from collection_given where thread_id = ${thread} and passage = any(${passages}::bigint[])`.execute(
        db,
      )
      return new Set(rows.map(({ passage }) => passage))
    },
  }
}

export type GivenPassages = ReturnType<typeof givenPassages>

/** `p_7f3a`: the name of a passage in answers. */
export function passageName(id: number): string {
  return `p_${id.toString(36)}`
}

/** The number of a passage name; undefined: it is invalid. */
export function passageNumber(name: string): number | undefined {
  const digits = /^p_([0-9a-z]{1,10})$/.exec(name)?.[1]
  if (digits === undefined) return undefined
  const id = Number.parseInt(digits, 36)
  return Number.isSafeInteger(id) && id.toString(36) === digits ? id : undefined
}
