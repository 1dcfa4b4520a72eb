import { readConfig, startServer } from '@countersign/server'
import { webRoot } from '../web-root.ts'

export interface StartOptions {
  readonly port?: number
  readonly join?: boolean
  readonly workspace?: string
}

/** Starts the server and stays until it is told to stop. Returns the exit code. */
export async function start(options: StartOptions): Promise<number> {
  const read = readConfig(process.env, options)
  if (!read.ok) return refuse(read.message)
  const started = await startServer(read.config, { webRoot: webRoot() })
  switch (started.kind) {
    case 'refused':
      return refuse(started.message)
    case 'running_elsewhere':
      console.log(`Countersign already runs on this data folder: ${started.address}`)
      return 0
    case 'started':
      console.log(`Countersign is running at ${started.server.address}`)
      console.log('Open this address in a browser. Press Ctrl+C to stop.')
      await stopSignal()
      await started.server.close()
      return 0
  }
}

function refuse(message: string): number {
  console.error(`countersign: ${message}`)
  return 1
}

/** Resolves on the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    const once = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.off(signal, once)
        process.on(signal, () => process.exit(130))
      }
      stop()
    }
    process.on('SIGINT', once)
    process.on('SIGTERM', once)
  })
}
