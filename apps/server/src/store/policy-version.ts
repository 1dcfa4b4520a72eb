import { sql } from 'kysely'

export const notExpired = sql<boolean>`(expires_at is null or expires_at > clock_timestamp())`

/** Name of the setting that holds the hash of a workspace's file of rules. */
const TRUST = 'trusted rules of '
export const trustName = (workspace: string) => `${TRUST}${workspace}`

/** The file of rules that the owner of a thread trusts. For statements in which `threads` is one row. */
export const trustedHash = sql`
  (select value from settings where scope = threads.owner and name = ${TRUST} || threads.workspace)`

/**
 * What the policy of a thread is made of, as far as the database has it, as one short text: another text, another policy. The text of
 * a rule never changes. For statements in which `threads` is one row.
 */
export const policyVersion = sql<string>`
  md5(json_build_array(threads.permission_mode, threads.workspace, ${trustedHash},
    (select array_agg(rules.id order by rules.id) from rules
     where rules.owner = threads.owner and (rules.thread_id is null or rules.thread_id = threads.id)
       and ${notExpired}))::text)`
