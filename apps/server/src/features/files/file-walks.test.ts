import { compilePolicy } from '@countersign/policy'
import { UserId } from '@countersign/protocol'
import fastify, { type FastifyInstance } from 'fastify'
import { request, type ClientRequest } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import type { NameWish } from './offered-names.ts'
import { namesRoute } from './names-route.ts'
import { routeGuards } from '../../platform/http/guards.ts'
import { serveRoute } from '../../platform/http/serve-route.ts'

/** Walks through a folder: who asks for them, how many there are, and when they end. */

let app: FastifyInstance | undefined
afterEach(() => app?.close())

interface Walk {
  readonly wanted: string
  readonly signal: AbortSignal
  end(): void
  fail(): void
}

/** The route with walks that end when the test says so, or when they are told to. */
async function open({ patience = 600_000, deaf = false } = {}): Promise<{
  walks: Walk[]
  ask: (wanted: string) => Asked
  most: () => number
}> {
  const walks: Walk[] = []
  let running = 0
  let most = 0
  const names = ({ wanted, signal }: NameWish) => {
    running += 1
    most = Math.max(most, running)
    const walk = Promise.withResolvers<{ names: []; more: boolean }>()
    const end = () => walk.resolve({ names: [], more: signal.aborted })
    if (!deaf) signal.addEventListener('abort', end, { once: true })
    walks.push({ wanted, signal, end, fail: () => walk.reject(new Error('the disk is gone')) })
    return walk.promise.finally(() => {
      running -= 1
    })
  }
  app = fastify()
  const door = {
    caller: async () => ({ user: UserId.parse('usr_1'), kind: 'host' }) as const,
    personProblem: async () => undefined,
  }
  const host = {
    store: { threads: { get: async () => undefined } },
    policy: { inFolder: async () => POLICY, snapshot: async () => POLICY },
    workspace: '/w',
    models: { preferences: { read: async () => ({ default_folder: null }) } },
    home: '/h',
    own: [],
  }
  serveRoute(app, namesRoute(host, names, patience), {
    guards: routeGuards(door),
    door,
    actorOf: () => ({ user: UserId.parse('usr_1'), role: 'owner', via: 'host' }),
    checkReplies: true,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { walks, ask: (wanted) => ask(port, wanted), most: () => most }
}

const POLICY = compilePolicy({ mode: 'default', layers: [] })

interface Asked {
  readonly client: ClientRequest
  readonly status: Promise<number | 'gone'>
}

function ask(port: number, wanted: string): Asked {
  const client = request({ host: '127.0.0.1', port, path: `/api/files?wanted=${wanted}`, agent: false })
  const status = new Promise<number | 'gone'>((resolve) => {
    client.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    client.on('error', () => resolve('gone'))
  })
  client.end()
  return { client, status }
}

test('a client that is gone ends its walk', async () => {
  const { walks, ask } = await open()
  const { client, status } = ask('a')
  await vi.waitFor(() => expect(walks).toHaveLength(1))
  expect(walks[0]?.signal.aborted).toBe(false)
  client.destroy()
  expect(await status).toBe('gone')
  await vi.waitFor(() => expect(walks[0]?.signal.aborted).toBe(true))
})

test('one walk at a time; who left before its turn has none', async () => {
  const { walks, ask, most } = await open()
  const first = ask('first')
  await vi.waitFor(() => expect(walks).toHaveLength(1))
  const second = ask('second')
  const third = ask('third')
  second.client.destroy()
  expect(await second.status).toBe('gone')
  walks[0]?.end()
  expect(await first.status).toBe(200)
  await vi.waitFor(() => expect(walks.at(-1)?.wanted).toBe('third'))
  walks.at(-1)?.end()
  expect(await third.status).toBe(200)
  expect(most()).toBe(1)
})

test('a walk that fails is the trouble of the one who asked', async () => {
  const { walks, ask } = await open()
  const first = ask('first')
  await vi.waitFor(() => expect(walks).toHaveLength(1))
  const second = ask('second')
  walks[0]?.fail()
  expect(await first.status).toBe(500)
  await vi.waitFor(() => expect(walks).toHaveLength(2))
  walks[1]?.end()
  expect(await second.status).toBe(200)
})

test('a walk that hangs in the file system holds the others up for a moment only', async () => {
  const { walks, ask } = await open({ patience: 20, deaf: true })
  const first = ask('first')
  await vi.waitFor(() => expect(walks).toHaveLength(1))
  const second = ask('second')
  await vi.waitFor(() => expect(walks).toHaveLength(2))
  walks[1]?.end()
  expect(await second.status).toBe(200)
  walks[0]?.end()
  expect(await first.status).toBe(200)
})

test('questions without end are refused', async () => {
  const { walks, ask } = await open()
  const all = Array.from({ length: 30 }, (_, index) => ask(String(index)))
  const refused = Promise.race(all.map(async ({ status }) => status))
  expect(await refused).toBe(429)
  for (const { client } of all) client.destroy()
  await vi.waitFor(() => expect(walks.every(({ signal }) => signal.aborted)).toBe(true))
})
