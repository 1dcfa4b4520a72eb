import { Client } from 'pg'
import { z } from 'zod'
import { readConfig } from '../../config.ts'
import { loadToken } from '../../auth/token.ts'
import { startServer } from '../../main.ts'
import { Asked, CommandRow, type Facts, type Said } from './messages.ts'

/**
 * A server process of a fleet: the unmodified product, configured by its environment, with a channel to its parent for internal facts.
 * Arguments: folder of the page, folder to work in.
 */
const [webRoot = '', workspace = ''] = process.argv.slice(2)
const read = readConfig(process.env, { port: 0, workspace, join: true })
if (!read.ok) throw new Error(read.message)
const { databaseUrl } = read.config
const started = await startServer(read.config, { webRoot })
if (started.kind !== 'started') throw new Error(JSON.stringify(started))
const { server } = started

process.on('message', (message) => {
  const { id, ask } = Asked.parse(message)
  answer(ask).then(
    (said) => send({ id, ...said }),
    (cause: unknown) => send({ id, error: String(cause) }),
  )
})
process.on('SIGTERM', () => void leave())
// The parent is gone, so nobody needs answers.
process.once('disconnect', () => process.exit())
send({ id: 0, port: server.port, token: await loadToken(read.config.home) })

function send(said: Said): void {
  if (process.connected) process.send?.(said)
}

async function answer(ask: Asked['ask']): Promise<Omit<Said, 'id'>> {
  switch (ask) {
    case 'facts':
      return { facts: await facts() }
    case 'open':
      return {
        open: (await rows(OPEN_TURNS, Turn)).map(
          ({ id, status, seq, steps }) => `${id} ${status}, event ${seq}, step ${steps}`,
        ),
      }
    case 'effects':
      return {
        commands: await rows(
          `select id, frozen->>'specifierText' as command, state from calls where tool = 'terminal.exec'`,
          CommandRow,
        ),
      }
    case 'close':
      await leave()
      return {}
  }
}

async function leave(): Promise<void> {
  await server.close()
  process.exit()
}

async function facts(): Promise<Facts> {
  global.gc?.()
  await new Promise((resume) => setImmediate(resume))
  global.gc?.()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  const count = (fits: (kind: string) => boolean) => resources.filter(fits).length
  const isTimer = (kind: string) => kind === 'Timeout' || kind === 'Immediate'
  const isSocket = (kind: string) => kind.startsWith('TCP')
  const [connections] = await rows(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
    z.object({ count: z.number() }),
  )
  return {
    rss,
    heap: heapUsed,
    outside: external + arrayBuffers,
    timers: count(isTimer),
    sockets: count(isSocket),
    handles: count((kind) => !isTimer(kind) && !isSocket(kind)),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    processor: (user + system) / 1_000_000,
    connections: connections?.count ?? 0,
  }
}

const Turn = z.object({ id: z.string(), status: z.string(), seq: z.coerce.number(), steps: z.number() })

/** With their progress. */
const OPEN_TURNS = `
  select turns.id, status, threads.seq, (select count(*)::int from steps where turn_id = turns.id) as steps
  from turns join threads on threads.id = turns.thread_id where ended_at is null`

/** Reads the rows over a separate connection, so that the server's own are unaffected. */
async function rows<T>(query: string, shape: z.ZodType<T>): Promise<T[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const result = await client.query(query)
    return z.array(shape).parse(result.rows)
  } finally {
    await client.end()
  }
}
