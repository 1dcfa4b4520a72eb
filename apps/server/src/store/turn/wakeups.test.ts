import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { newDatabase } from '../testing/grounds.ts'
import { dueWakeups } from './wakeups.ts'

test('looking for due wakeups reads those that are due, however many wait', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cs-wakeups-'))
  const opened = await openStore({
    home,
    databaseUrl: await newDatabase(),
    approvalTimeout: null,
    processId: 'wakeups',
    failed: () => undefined,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const plan = await db.connection().execute(async (one) => {
    // The table is empty, and an empty one is read as it is.
    await sql`set enable_seqscan = off`.execute(one)
    return JSON.stringify(await dueWakeups(one).explain('text'))
  })
  expect(plan).toContain('wakeups_due')
  expect(plan).toMatch(/Index Cond: \(due_at <=/)
  await opened.value.close()
  await rm(home, { recursive: true, force: true })
}, 60_000)
