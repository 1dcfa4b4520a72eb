import { node24, root } from '../lib/root.mjs'
import { runScript } from '../lib/say.mjs'
import { passThrough } from '../lib/spawn.mjs'
import { startPostgres } from './postgres.ts'

/** Runs the crash suite, with a temporary PostgreSQL if one is needed and none is given. */
await runScript(async () => {
  const args = process.argv.slice(2)
  const suite = ['--conditions=countersign-source', `${root}/apps/server/src/testing/crash/main.ts`, ...args]
  const wanted = args.includes('postgres') && process.env['COUNTERSIGN_TEST_DATABASE_URL'] === undefined
  if (!wanted) return passThrough(node24, suite)
  const postgres = await startPostgres()
  process.env['COUNTERSIGN_TEST_DATABASE_URL'] = postgres.url
  try {
    return await passThrough(node24, suite)
  } finally {
    await postgres.stop()
  }
})
