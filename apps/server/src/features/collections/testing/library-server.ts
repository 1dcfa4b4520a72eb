// A whole server for a test that kills it: `node library-server.ts HOME WORKSPACE [DATABASE]`. Prints its port and its key.
import { readConfig } from '../../../config.ts'
import { startServer } from '../../../main.ts'

const [home = '', workspace = '', databaseUrl] = process.argv.slice(2)
const env = {
  COUNTERSIGN_HOME: home,
  COUNTERSIGN_LOCAL_MODELS: 'off',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
}
const read = readConfig(env, { port: 0, workspace, join: false })
if (!read.ok) throw new Error(read.message)
const started = await startServer(read.config, { webRoot: workspace, env })
if (started.kind !== 'started') throw new Error(JSON.stringify(started))
process.stdout.write(`${JSON.stringify({ port: started.server.port, key: started.server.key })}\n`)
