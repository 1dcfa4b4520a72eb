import { sql } from 'kysely'
import type { Instant } from '@countersign/protocol'

/** A past moment by the database's clock: tests move deadlines instead of waiting for them. */
export function ranOut(milliseconds = 1): ReturnType<typeof sql<Instant>> {
  return sql<Instant>`clock_timestamp() - ${milliseconds} * interval '1 millisecond'`
}
