/** @module-tag slow */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageRoutes } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { runCli } from '../../testing/run-cli.ts'

let server: ChatServer
let folder: string
beforeAll(async () => {
  server = await chatServer({})
  folder = await mkdtemp(join(tmpdir(), 'cs-cli-media-'))
}, 60_000)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const cli = (...args: string[]) => runCli(['media', ...args], { env: server.env })
/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('what is stored is listed, shown, saved and removed from a terminal', async () => {
  expect((await cli('list')).stdout).toBe('No pictures or sounds are stored.\n')
  const body = new Blob([PIXEL], { type: 'image/png' })
  expect(await server.api.call(imageRoutes.keep, { query: { name: 'dot.png' }, body })).toMatchObject({
    ok: true,
  })
  const id = `med_${createHash('sha256').update(PIXEL).digest('hex')}`
  expect((await cli('list')).stdout).toContain(`${id.slice(0, 16)}  dot.png: 1×1\n`)
  expect((await cli('show', id.slice(0, 10))).stdout).toContain(`${id}\ndot.png: image/png, 1×1`)
  const file = join(folder, 'saved.png')
  expect(await cli('save', id.slice(4, 12), file)).toMatchObject({ code: 0 })
  expect(await readFile(file)).toEqual(PIXEL)
  expect(await cli('save', id, file)).toMatchObject({ code: 1 })
  expect(await cli('remove', id)).toMatchObject({ code: 0, stdout: 'Removed dot.png.\n' })
  expect(await cli('remove', id)).toMatchObject({ code: 1 })
}, 60_000)
