import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { POINTS, TREE_TRAPS } from './points.ts'
import { runCrashes, runFigures, RUN_TRAPS } from './run-suite.ts'
import { crashes, figures } from './suite.ts'

/**
 * `npm run crash -- --rounds 200 --store embedded`: kills server processes at every named point and then at random, and compares the
 * acknowledgements and effects with the rows. `--trees` adds turns with sub-agents three deep, killed at every occurrence of every point.
 * `--workflows` kills whole servers while they run workflows, instead. With `--pair` there are two processes in every round, and one of
 * them dies. The last line has the figures; anything double, lost or unverifiable is an error.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    store: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    points: { type: 'boolean', default: true },
    pair: { type: 'boolean', default: false },
    /** Turns with sub-agents, killed at every occurrence of every point. */
    trees: { type: 'boolean', default: false },
    /** Runs of workflows on whole servers, instead of chats. */
    workflows: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
const databaseUrl = values.store === 'postgres' ? process.env['COUNTERSIGN_TEST_DATABASE_URL'] : ''
if (databaseUrl === undefined) throw new Error('`COUNTERSIGN_TEST_DATABASE_URL` names the PostgreSQL to use')

const home = await mkdtemp(join(tmpdir(), 'cs-crash-'))
if (values.workflows) {
  const { rounds, seed, pair, points } = values
  const found = await runCrashes({
    home,
    databaseUrl,
    rounds: Number(rounds),
    seed: Number(seed),
    traps: points ? RUN_TRAPS : [],
    pair,
    say,
  })
  if (found.ok) await rm(home, { recursive: true, force: true })
  else say(`kept for a look: ${home}`)
  say(runFigures(values.store, found))
  process.exit(found.ok ? 0 : 1)
}
const outcome = await crashes({
  home,
  databaseUrl,
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  points: values.points ? POINTS : [],
  pair: values.pair,
  trees: values.trees ? TREE_TRAPS : [],
  say,
})
if (outcome.ok) await rm(home, { recursive: true, force: true })
else say(`kept for a look: ${home}`)
say(figures(values.store, outcome))
process.exitCode = outcome.ok ? 0 : 1

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
