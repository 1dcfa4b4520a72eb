/** @module-tag slow */
import { LAYOUTS_LIMIT } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'

describe.each(['embedded', 'external'])('layouts, on an %s database', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer(kind === 'external' ? { DATABASE_URL: await newDatabase() } : {})
  }, 60_000)
  afterAll(() => server.close(), 60_000)

  const keep = (body: object) =>
    server.request('/api/layouts', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ folder: '/w', name: 'Write', screen: 'medium', layout: {}, ...body }),
    })
  const list = async (folder = '/w'): Promise<unknown> =>
    (await server.request(`/api/layouts?folder=${encodeURIComponent(folder)}`)).json()

  test('one for each folder, name and screen; the one used last stands first', async () => {
    expect(await list()).toEqual({ layouts: [] })
    expect((await keep({ layout: { at: 1 } })).status).toBe(200)
    await keep({ screen: 'large', layout: { at: 2 } })
    await keep({ name: 'Mine', layout: { at: 3 } })
    await keep({ folder: '/other', layout: { at: 4 } })
    await keep({ layout: { at: 5 } })
    expect(await list()).toEqual({
      layouts: [
        { name: 'Write', screen: 'medium', layout: { at: 5 } },
        { name: 'Mine', screen: 'medium', layout: { at: 3 } },
        { name: 'Write', screen: 'large', layout: { at: 2 } },
      ],
    })
    expect(await list('/other')).toEqual({
      layouts: [{ name: 'Write', screen: 'medium', layout: { at: 4 } }],
    })
  })

  test('one is removed on one screen or on all', async () => {
    const remove = async (query: string): Promise<unknown> =>
      (await server.request(`/api/layouts?folder=%2Fw&${query}`, { method: 'DELETE' })).json()
    expect(await remove('name=Write&screen=large')).toEqual({ removed: 1 })
    expect(await remove('name=Mine')).toEqual({ removed: 1 })
    expect(await remove('name=Mine')).toEqual({ removed: 0 })
    expect(await list()).toEqual({
      layouts: [{ name: 'Write', screen: 'medium', layout: { at: 5 } }],
    })
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['another screen', { screen: 'phone' }],
    ['no folder', { folder: '' }],
    ['more than 100 kB', { layout: { x: 'y'.repeat(100_001) } }],
    ['a list', { layout: [] }],
  ])('%s is not kept', async (_name, body) => {
    expect((await keep(body)).status).toBe(400)
  })

  test('a folder has room for so many', async () => {
    for (let at = 0; at < LAYOUTS_LIMIT; at += 1) await keep({ folder: '/many', name: `L${at}` })
    expect((await keep({ folder: '/many', name: 'one more' })).status).toBe(409)
    expect((await keep({ folder: '/many', name: 'L0' })).status).toBe(200)
  })
})
