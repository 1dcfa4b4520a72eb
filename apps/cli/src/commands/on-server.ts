import { withServer, type Api } from '../server-client.ts'
import { complain } from './output.ts'

/** Runs a command on the server and returns its exit code. */
export async function onServer(work: (api: Api) => Promise<number>): Promise<number> {
  const done = await withServer(work)
  return done.ok ? done.value : complain(done.message)
}
