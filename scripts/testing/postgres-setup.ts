import { startPostgres } from './postgres.ts'

/**
 * Starts a real PostgreSQL for the server tests, once per run, in `COUNTERSIGN_TEST_DATABASE_URL`. Does nothing if that variable is already
 * set. Each test creates its own databases in it.
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
