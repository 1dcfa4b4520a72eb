import { sql, type RawBuilder } from 'kysely'
import { isAbsent } from '../../store/events/presence.ts'

/** SQL that is true when a server process that is known to be gone left this work: its lease need not expire. */
export function isLeft(worker: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from processes where processes.id = ${worker} and ${isAbsent()})`
}
