import type { Db } from '../sql/database.ts'

/** Number of waiting questions of all people. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(count)
}
