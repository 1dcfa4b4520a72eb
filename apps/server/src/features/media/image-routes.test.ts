import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ImageView } from '@countersign/protocol'
import { png } from '../../media/testing/pictures.ts'
import { WIRE_FORMATS } from '../../providers/testing/wire-formats.ts'
import { wireServer, type WireServer } from '../../providers/testing/wire-server.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

const format = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')!
const read = format
  .answer({ text: ['I look.'], calls: [{ id: 't1', pieces: ['{"path":"dot.png"}'] }] })
  .map((event) => event.toString().replace('files_list', 'files_read'))

let wire: WireServer
let server: TestServer
let client: TestClient
beforeAll(async () => {
  const answer = { kind: 'stream', events: format.answer({ text: ['Seen.'], calls: [] }) } as const
  wire = await wireServer([{ kind: 'stream', events: read }, answer])
  server = await testServer({ ANTHROPIC_BASE_URL: wire.address, ANTHROPIC_API_KEY: 'k' })
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
  await wire.close()
})

const send = (bytes: Buffer, type = 'image/png', name = 'sent.png') =>
  server.request(`/api/images?name=${name}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type },
  })

test('a picture goes up, is served as what it is, and nothing in it runs', async () => {
  const { image } = z.object({ image: ImageView }).parse(await (await send(png(9, 4))).json())
  expect(image).toMatchObject({ media_type: 'image/png', width: 9, height: 4, name: 'sent.png' })
  const served = await server.request(`/api/images/${image.id}`)
  expect(Buffer.from(await served.arrayBuffer())).toEqual(png(9, 4))
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const stranger = await fetch(`http://127.0.0.1:${server.port}/api/images/${image.id}`)
  expect(stranger.status).toBe(401)
})

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

test.each([
  ['a picture that runs', SVG, 'image/svg+xml', 400],
  ['one that says to be another', SVG, 'image/png', 400],
  ['one that is too large', Buffer.concat([png(9, 4), Buffer.alloc(4_000_000)]), 'image/png', 413],
  ['something else', Buffer.from('{}'), 'application/json', 400],
])('%s is refused', async (_what, bytes, type, status) => {
  expect((await send(bytes, type)).status).toBe(status)
})

test.each(['img_0', '..%2F..%2Ftoken', `img_${'0'.repeat(64)}`])('no picture at %s', async (id) => {
  expect((await server.request(`/api/images/${id}`)).status).toBe(404)
})

test('a person’s picture and one that the model reads reach it as pictures, and the card has a thumbnail', async () => {
  await writeFile(join(server.workspace, 'dot.png'), png(6, 6))
  const { image } = z.object({ image: ImageView }).parse(await (await send(png(5, 5))).json())
  const created = await client.command({ type: 'thread_create', model: 'anthropic/claude-sonnet-5-5' })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  const { thread_id } = created
  const missing = [{ id: `img_${'0'.repeat(64)}`, name: 'gone.png' }]
  expect(
    await client.command({ type: 'turn_start', thread_id, text: 'look', images: missing }),
  ).toMatchObject({
    type: 'error',
    error: { code: 'not_found' },
  })
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  const images = [{ id: image.id, name: 'mine.png' }]
  await client.command({ type: 'turn_start', thread_id, text: 'look', images })
  const { turn } = await client.event('turn_updated', ({ turn: { state } }) => /done|failed/.test(state))
  expect(turn.state).toBe('done')
  const sent = wire.bodies.map((body) => JSON.stringify(body))
  expect(sent[0]).toContain(format.image(png(5, 5).toString('base64')))
  expect(sent[1]).toContain(format.image(png(6, 6).toString('base64')))
  const { message } = await client.event('message_added', (event) => event.message.role === 'user')
  expect(message.images).toMatchObject([{ id: image.id, name: 'mine.png', width: 5 }])
  const { call } = await client.event('tool_call_update', (event) => event.call.state === 'succeeded')
  expect(call).toMatchObject({ images: [{ name: 'dot.png', width: 6, height: 6 }] })

  // A later turn still has both, from the rows alone.
  await client.command({ type: 'turn_start', thread_id, text: 'again' })
  while (wire.bodies.length < 3) await client.next()
  expect(JSON.stringify(wire.bodies[2])).toContain(format.image(png(5, 5).toString('base64')))
  expect(JSON.stringify(wire.bodies[2])).toContain(format.image(png(6, 6).toString('base64')))
  const hash = image.id.replace('med_', '')
  expect(await readFile(join(server.home, 'media', hash.slice(0, 2), hash))).toEqual(png(5, 5))
})
