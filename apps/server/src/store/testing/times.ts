import { sql } from 'kysely'
import type { Instant } from '@countersign/protocol'

/** A moment before now, on the database's clock: tests move deadlines, they do not wait for them. */
export function ranOut(milliseconds = 1): ReturnType<typeof sql<Instant>> {
  return sql<Instant>`clock_timestamp() - ${milliseconds} * interval '1 millisecond'`
}
