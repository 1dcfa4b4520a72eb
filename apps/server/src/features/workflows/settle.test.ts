/** @module-tag slow */
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FEATURES } from '../../features.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { echoFeature } from './testing/echo-feature.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

interface Cut {
  readonly id: string
  readonly hash: string
  readonly specifier: string
}

describe.each(['embedded', 'external'])('a node that a crash cut off, on an %s database', (kind) => {
  const { feature, runs } = echoFeature()
  const features = [...FEATURES, feature]
  let first: TestServer
  let server: TestServer
  const user = new WorkflowUser(() => server)
  const started = new Map<string, string>()
  const graph = {
    ...oneNode('act', 'echo.once', {}),
    inputs: { text: { schema: { type: 'string' } } },
    outputs: { said: ['after', 'text'], why: ['act', 'error'] },
    nodes: [
      { id: 'act', type: 'echo.once', inputs: {} },
      { id: 'after', type: 'text.case', inputs: { to: 'upper' } },
    ],
    edges: [
      { from: ['$input', 'text'], to: ['act', 'text'] },
      { from: ['act', 'said'], to: ['after', 'text'] },
    ],
  }
  beforeAll(async () => {
    const env = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    first = await testServer(env, { features })
    server = first
    const { id } = await user.saved(graph)
    for (const text of ['done', 'not', 'again']) started.set(text, await user.start(id, { inputs: { text } }))
    // `expect.poll` is not available outside a test.
    await vi.waitFor(() => expect(runs).toHaveLength(3), { timeout: 20_000 })
    await first.stop()
    server = await testServer(env, { beside: first, features })
  }, 90_000)
  afterAll(async () => {
    await server.close()
    await rm(dirname(first.home), { recursive: true, force: true })
  }, 60_000)

  const cut = async (text: string): Promise<Cut> => {
    const find = async () => {
      const { interrupted } = (await user.ask('GET', '/api/waiting')).json as { interrupted?: readonly Cut[] } // our own route
      return interrupted?.find(({ specifier }) => specifier === text)
    }
    await expect.poll(find, { timeout: 30_000 }).toBeDefined()
    const found = await find()
    if (found === undefined) throw new Error('it is not there')
    return found
  }
  const settle = async (text: string, how: object) => {
    const { id, hash } = await cut(text)
    return user.ask('POST', `/api/runs/${started.get(text) ?? ''}/settle`, { tool_call_id: id, hash, ...how })
  }

  test('was done: the output that the person gives fits the form of the node, and the run goes on with it', async () => {
    const done = (output: object) => settle('done', { how: 'done', output })
    expect((await done({ said: 7 })).status).toBe(400)
    expect((await done({ other: 'x' })).status).toBe(400)
    expect((await done({ said: 'by a person' })).status).toBe(200)
    expect((await user.until(started.get('done') ?? '', 'done')).outputs).toEqual({ said: 'BY A PERSON' })
  }, 60_000)

  test('was not: the node fails, and says so', async () => {
    expect((await settle('not', { how: 'not_done' })).status).toBe(200)
    const run = await user.run(started.get('not') ?? '')
    await expect
      .poll(async () => (await user.run(run.id)).nodes.find(({ node }) => node === 'act')?.error?.code, {
        timeout: 20_000,
      })
      .toBe('not_done')
  }, 60_000)

  test('again: a new call inside the run; the first is never begun a second time', async () => {
    expect(runs.filter((text) => text === 'again')).toHaveLength(1)
    expect((await settle('again', { how: 'again' })).status).toBe(200)
    const run = await user.until(started.get('again') ?? '', 'done')
    expect(run.outputs).toEqual({ said: 'AGAIN AGAIN' })
    expect(runs.filter((text) => text === 'again')).toHaveLength(2)
    expect(runs.filter((text) => text === 'done')).toHaveLength(1)
  }, 60_000)
})
