import { readConfig, startServer } from '@countersign/server'
import { showAddress } from '../sign-in-address.ts'
import { webRoot } from '../../web-root.ts'

export interface StartOptions {
  readonly port?: number
  readonly join?: boolean
  readonly workspace?: string
}

/** Starts the server and runs until a signal stops it. Returns the exit code. */
export async function start(options: StartOptions): Promise<number> {
  const read = readConfig(process.env, options)
  if (!read.ok) return refuse(read.message)
  // From here on a signal waits: a database that was just started is stopped too.
  const stopped = stopSignal()
  const started = await startServer(read.config, { webRoot: webRoot() })
  switch (started.kind) {
    case 'refused':
      return refuse(started.message)
    case 'running_elsewhere':
      return showAddress((address) => `Countersign is already running on this data folder: ${address}`)
    case 'started':
      console.log(`Countersign is running at ${started.server.address}`)
      console.log('Open this address in a browser. Press Ctrl+C to stop.')
      await stopped
      await started.server.close()
      return 0
  }
}

function refuse(message: string): number {
  console.error(`countersign: ${message}`)
  return 1
}

/** The terminal, npm and the start script may all pass on the same signal: within this time it is one. */
const SAME_SIGNAL_MS = 1000

/** Resolves on the first stop signal; one that comes later ends the process immediately. */
function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    let impatient = false
    const heard = () => {
      if (impatient) process.exit(130)
      setTimeout(() => (impatient = true), SAME_SIGNAL_MS).unref()
      stop()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, heard)
  })
}
