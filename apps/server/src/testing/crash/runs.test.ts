/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { runCrashes } from './run-suite.ts'

/** The short form of `npm run crash -- --workflows`: kills around an effect, while it waits, around the claim of a trigger, and at random. */
test.each([
  [
    'embedded',
    [
      ['effect:after', 3],
      ['wakeups.sleep:after', 1],
    ],
    0,
  ],
  [
    'postgres',
    [
      ['calls.propose:after', 6],
      ['turns.park:after', 1],
      ['trigger.claim:after', 1],
    ],
    1,
  ],
] as const)(
  'a run of a workflow that is killed on %s at %j goes on: nothing twice, nothing lost',
  async (store, points, rounds) => {
    const home = await mkdtemp(join(tmpdir(), 'cs-runs-'))
    const databaseUrl = store === 'postgres' ? await newDatabase() : ''
    const outcome = await runCrashes({
      home,
      databaseUrl,
      rounds,
      seed: 7,
      traps: points.map(([point, nth]) => ({ point, nth, signal: 'SIGKILL' })),
      say: () => undefined,
    })
    expect(outcome).toMatchObject({
      ok: true,
      unsprung: [],
      failures: [],
      twice: [],
      lost: [],
      unverifiable: [],
    })
    await rm(home, { recursive: true, force: true })
  },
  240_000,
)
