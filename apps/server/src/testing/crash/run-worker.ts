import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { FEATURES } from '../../features.ts'
import { startServer } from '../../main.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { RunAsked, type RunAnswer, type RunReport } from './run-messages.ts'
import { Traps, withTraps } from './points.ts'
import { countingTools } from './story.ts'

/** A whole server in its own process, with tools that count their effects and traps around all its writes. */
const [home = '', databaseUrl = ''] = process.argv.slice(2)
const traps = new Traps()
let host: Host | undefined

const counting: Feature = {
  name: 'counting',
  start(given) {
    host = given
    const tools = countingTools(join(home, 'effects'), traps)
    return { tools: () => tools }
  },
}

const webRoot = join(home, `web-${randomUUID()}`)
const workspace = join(home, 'workspace')
await mkdir(webRoot, { recursive: true })
await mkdir(workspace, { recursive: true })
await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
const env = {
  COUNTERSIGN_HOME: join(home, 'data'),
  COUNTERSIGN_SHUTDOWN_GRACE: '0',
  COUNTERSIGN_LOG_LEVEL: 'fatal',
  ...(databaseUrl === '' ? {} : { DATABASE_URL: databaseUrl }),
}
const read = readConfig(env, { port: 0, workspace, join: true })
if (!read.ok) throw new Error(read.message)
const started = await startServer(read.config, {
  webRoot,
  features: [...FEATURES, counting],
  store: (store) => withTraps(store, traps),
  env: { COUNTERSIGN_LOCAL_MODELS: 'off', ...env },
})
if (started.kind !== 'started') throw new Error(JSON.stringify(started))
const { server } = started

process.on('message', (message) => {
  const { id, question } = RunAsked.parse(message)
  const answer = async (): Promise<Omit<RunAnswer, 'id' | 'ok'>> => {
    switch (question.kind) {
      case 'arm':
        traps.arm(question.trap)
        return {}
      case 'report':
        return { report: await report() }
      case 'close':
        await server.close()
        process.nextTick(() => process.disconnect())
        return {}
    }
  }
  answer().then(
    (said) => process.send?.({ id, ok: true, ...said }),
    (cause: unknown) => process.send?.({ id, ok: false, error: String(cause) }),
  )
})
process.once('disconnect', () => process.exit())
process.send?.({ id: 0, ok: true, port: server.port, key: server.key })

async function report(): Promise<RunReport> {
  if (host === undefined) throw new Error('the server has not started')
  const rows = await host.store.db.selectFrom('calls').selectAll().orderBy('number').execute()
  const audit = await host.store.audit.verify()
  return {
    calls: rows.map(({ id, tool, state, frozen }) => ({ id, tool, state, token: frozen.specifierText })),
    audit: {
      ok: audit.ok,
      rows: audit.rows,
      problems: audit.problems.map(({ chain, seq, message }) => `${chain} ${seq}: ${message}`),
    },
  }
}
