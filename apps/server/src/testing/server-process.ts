import { readConfig } from '../config.ts'
import { startServer } from '../main.ts'

/** A whole server in a separate process, to be killed. Tells its parent its address and its person's key. */
const [home = '', workspace = '', webRoot = ''] = process.argv.slice(2)
const read = readConfig({ ...process.env, COUNTERSIGN_HOME: home }, { port: 0, workspace })
if (!read.ok) throw new Error(read.message)
const started = await startServer(read.config, {
  webRoot,
  env: { COUNTERSIGN_LOCAL_MODELS: 'off', ...process.env },
  logTo: { write: () => undefined },
})
if (started.kind !== 'started') throw new Error(JSON.stringify(started))
process.send?.({ port: started.server.port, key: started.server.key })
