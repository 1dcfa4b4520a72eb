import { startPostgres } from './postgres.ts'

/**
 * Gives the tests of the server a real PostgreSQL, once per run, in `COUNTERSIGN_TEST_DATABASE_URL`. Whoever set that
 * variable is asked for nothing. Tests make databases of their own in it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['COUNTERSIGN_TEST_DATABASE_URL'] !== undefined) return undefined
  const postgres = await startPostgres()
  process.env['COUNTERSIGN_TEST_DATABASE_URL'] = postgres.url
  return () => {
    delete process.env['COUNTERSIGN_TEST_DATABASE_URL']
    return postgres.stop()
  }
}
