import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { openDb, openPool } from '../sql/database.ts'
import { DeferredWrites } from '../sql/deferred-writes.ts'
import { hintBus } from '../sql/hints.ts'
import { RecentEvents } from '../sql/recent-events.ts'
import type { Store } from '../open-store.ts'
import { TurnQueue } from '../sql/turn-queue.ts'
import type { StoreParts } from '../sql/work.ts'
import { eventBatches } from '../sql/event-batches.ts'
import { mustOpen, newDatabase } from './grounds.ts'

/** A store of process `one`, and the bare parts of a process `two` on the same database. */
export interface SecondProcess {
  readonly store: Store
  readonly parts: StoreParts
  close(): Promise<void>
}

export async function openSecondProcess(wrap: (pool: Pool) => Pool = (pool) => pool): Promise<SecondProcess> {
  const home = await mkdtemp(join(tmpdir(), 'cs-second-'))
  const databaseUrl = await newDatabase()
  const store = await mustOpen({ home, databaseUrl, processId: 'one' })
  const pool = wrap(openPool({ connectionString: databaseUrl }, () => undefined))
  const parts: StoreParts = {
    db: openDb(pool),
    pool,
    bus: hintBus(() => undefined),
    processId: 'two',
    turns: new TurnQueue(),
    deferred: new DeferredWrites(),
    streamed: { notify: () => undefined, close: () => undefined },
    recent: new RecentEvents(),
    batches: eventBatches(pool),
    approvalTimeout: null,
    leaseLength: 15_000,
    nameOf: (user) => user,
  }
  return {
    store,
    parts,
    async close() {
      await pool.end()
      await store.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
