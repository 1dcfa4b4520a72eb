import type { UserId } from '@countersign/protocol'
import { sql, type QueryExecutorProvider } from 'kysely'
import { CAPABILITIES_SETTING } from '../../settings/ports.ts'

const NOT_EXPIRED = '(expires_at is null or expires_at > clock_timestamp())'
export const notExpired = sql.raw<boolean>(NOT_EXPIRED)

/** Name of the setting with the hash of a workspace's rules file. */
const TRUST = 'trusted rules of '
export const trustName = (workspace: string) => `${TRUST}${workspace}`

const TRUSTED_HASH = `
  (select value from settings where scope = threads.owner and name = '${TRUST}' || threads.workspace)`
/** The rules file that the owner of a thread trusts. For statements in which `threads` is one row. */
export const trustedHash = sql.raw(TRUSTED_HASH)

const CHOICE = `(select value::text from settings where scope = threads.id and name = '${CAPABILITIES_SETTING}')`
/** Capabilities that a person granted to a thread and withheld from it, as JSON; null: none. For statements in which `threads` is one row. */
export const capabilityChoice = sql.raw<string | null>(CHOICE)

/** Name of the setting that changes with every rule that its person grants to a node of a workflow, or takes back. */
const GRANTS = 'version of grants'

/** Makes every cached policy of a person's threads invalid. The caller changes a grant in the same transaction. */
export async function grantsChanged(trx: QueryExecutorProvider, owner: UserId): Promise<void> {
  await sql`
    insert into settings (scope, name, value) values (${owner}, ${GRANTS}, to_json(new_id('')))
    on conflict (scope, name) do update set value = excluded.value, updated_at = now()`.execute(trx)
}

/**
 * A version of a thread's policy, from everything in the database that it depends on. The text of a rule never changes, so its id is enough.
 * For statements in which `threads` is one row.
 */
export const POLICY_VERSION = `
  md5(json_build_array(threads.permission_mode, threads.workspace, ${TRUSTED_HASH}, ${CHOICE},
    (select value::text from settings where scope = threads.owner and name = '${GRANTS}'),
    (select array_agg(rules.id order by rules.id) from rules
     where rules.owner = threads.owner and (rules.thread_id is null or rules.thread_id = threads.id)
       and ${NOT_EXPIRED}))::text)`
export const policyVersion = sql.raw<string>(POLICY_VERSION)
