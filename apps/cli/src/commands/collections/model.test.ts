/** @module-tag slow */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { runCli } from '../../testing/run-cli.ts'

const MODEL = 'openai/text-embedding-3-small'
const Asked = z.object({ input: z.array(z.string()) })

/** Texts that were sent to the service. */
const sent: string[] = []
/** Embeds as OpenAI does: a direction for boats, another for all else. */
const service = createServer((request, response) => {
  void json(request).then((body) => {
    const { input } = Asked.parse(body)
    sent.push(...input)
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: /boat|vessel/i.test(text) ? [1, 0, 0, 0.1] : [0, 1, 0.1, 0],
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, model: 'x', usage: { prompt_tokens: 1 } }))
  })
})

let server: ChatServer
let folder: string
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo // it listens on a port
  server = await chatServer({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` })
  folder = await mkdtemp(join(tmpdir(), 'cs-cli-model-'))
}, 60_000)
afterAll(async () => {
  await server.close()
  service.close()
  await rm(folder, { recursive: true })
})

const cli = (...args: string[]) => runCli(['collections', ...args], { env: server.env })

test('the price comes first, `--yes` takes it, the model serves, and `none` ends it', async () => {
  await writeFile(join(folder, 'boats.md'), 'The boat leaves at dawn.')
  await writeFile(join(folder, 'lamps.md'), 'The lamp is red.')
  await cli('create', 'Harbour')
  await cli('add', 'Harbour', join(folder, 'boats.md'))
  await cli('add', 'Harbour', join(folder, 'lamps.md'))
  expect(await cli('status', 'Harbour', '--wait')).toMatchObject({ code: 0 })
  expect(await cli('model', 'Harbour')).toMatchObject({ code: 0, stdout: 'It searches by words.\n' })

  const price = await cli('model', 'Harbour', MODEL)
  expect(price.code).toBe(0)
  expect(price.stdout).toMatch(
    /^openai\/text-embedding-3-small: 2 passages, about \d+ tokens, about \$0\.\d+\./,
  )
  expect(price.stdout).toContain('`--yes` uses it')
  expect(JSON.parse((await cli('model', 'Harbour', MODEL, '--json')).stdout)).toMatchObject({
    model: MODEL,
    passages: 2,
    here: false,
  })
  expect(sent).toEqual([])

  expect((await cli('model', 'Harbour', MODEL, '--yes')).stdout).toContain('once it has every passage')
  await vi.waitFor(
    async () => expect((await cli('model', 'Harbour')).stdout).toBe(`${MODEL} serves: 2 of 2 passages\n`),
    { timeout: 30_000, interval: 200 },
  )
  // No word of the question is in a text: the nearer one comes first.
  const found = JSON.parse((await cli('search', 'Harbour', 'vessel', '--json')).stdout) as unknown
  expect(found).toMatchObject({ passages: [{ document: 'boats.md' }, { document: 'lamps.md' }] })

  expect((await cli('model', 'Harbour', 'none')).stdout).toBe('Harbour searches by words.\n')
  expect(JSON.parse((await cli('model', 'Harbour', '--json')).stdout)).toEqual([])
  const refused = await cli('model', 'Harbour', 'mistral/mistral-embed', '--yes')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).not.toBe('')
  expect((await cli('model', 'Nowhere')).stderr).toContain('there is no collection')
}, 120_000)
