import { withServer, type Api } from '../server-client.ts'

export interface JsonOption {
  readonly json?: boolean
}

/** Runs a command on the server and returns its exit code. */
export async function onServer(work: (api: Api) => Promise<number>): Promise<number> {
  const done = await withServer(work)
  return done.ok ? done.value : complain(done.message)
}

export function print(text: string): number {
  console.log(text)
  return 0
}

export function complain(message: string): number {
  console.error(`countersign: ${message}`)
  return 1
}
