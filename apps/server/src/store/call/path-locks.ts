import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Pool } from 'pg'
import type { PathLocks } from '../../workspace/path-locks.ts'
import { allOver } from '../sql/one-connection.ts'
import { codeOf } from '../sql/store-error.ts'

/** First key of the advisory locks on paths; the second is a hash of the path. */
const PATH_CLASS = 4_712_003

/** A process that is suspended while it holds a lock blocks others from that path for at most this long. */
const HELD_AT_MOST = '60s'

/** PostgreSQL: lock timeout. */
const WAITED_TOO_LONG = '55P03'

/**
 * Locks by path in the database that all processes of a data folder share. A lock belongs to a transaction: it ends with its
 * holder's connection and works behind a pooler too. Two paths with the same hash may wait for each other, which costs only time.
 */
export function storedPathLocks(pool: Pool): PathLocks {
  return {
    async alone(paths, work) {
      const client = await pool.connect()
      try {
        const begun = client.query(`begin; set local idle_in_transaction_session_timeout = '${HELD_AT_MOST}'`)
        const taken = client.query(TAKE, [PATH_CLASS, ...locksFor(paths)])
        await allOver([begun, taken]).catch((cause: unknown) => {
          if (codeOf(cause) !== WAITED_TOO_LONG) throw cause
          throw new Error(`another call has been changing \`${paths[0] ?? ''}\` for too long`, { cause })
        })
        return await work()
      } finally {
        // Nothing was written to the database, so a broken connection undoes nothing.
        const whole = await client.query('rollback').then(
          () => true,
          () => false,
        )
        client.release(!whole)
      }
    },
  }
}

/** In sequence, in the order of the list. */
const TAKE = `
  select case when alone then pg_advisory_xact_lock($1, key)::text else pg_advisory_xact_lock_shared($1, key)::text end
  from unnest($2::int[], $3::boolean[]) as wanted (key, alone)`

/** The path exclusively, the folders above it shared. Everyone takes them in the same order, which prevents deadlocks. */
function locksFor(paths: readonly string[]): readonly [readonly number[], readonly boolean[]] {
  const alone = new Map<number, boolean>()
  for (const path of paths) for (const folder of foldersAbove(path)) alone.set(keyOf(folder), false)
  for (const path of paths) alone.set(keyOf(path), true)
  const keys = [...alone.keys()].toSorted((a, b) => a - b)
  return [keys, keys.map((key) => alone.get(key) ?? true)]
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...foldersAbove(folder)]
}

function keyOf(path: string): number {
  return createHash('sha256').update(path).digest().readInt32BE(0)
}
