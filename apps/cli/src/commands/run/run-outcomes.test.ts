/** @module-tag slow */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { runCli, type Ran } from '../../testing/run-cli.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A provider that refuses everything: its key is wrong. */
let provider: Server
let server: ChatServer
beforeAll(async () => {
  provider = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"that key is wrong"}}')
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  const { port } = provider.address() as AddressInfo // it listens on a port
  server = await chatServer({
    COUNTERSIGN_MODEL: 'demo',
    COUNTERSIGN_COMPATIBLE_URL: `http://127.0.0.1:${port}/v1`,
    COUNTERSIGN_COMPATIBLE_KEY: 'wrong',
  })
}, 60_000)
afterAll(async () => {
  await server.close()
  provider.close()
})

const cli = (...args: readonly string[]): Promise<Ran> => runCli(args, { cwd: server.work, env: server.env })

test('on a running server: 0, done', async () => {
  expect(await cli('run', '-p', 'list the files')).toMatchObject({ code: 0 })
})

test('over a budget with nobody there to extend it: 3', async () => {
  const ran = await cli('run', '-p', 'show a budget', '--output', 'json')
  expect(JSON.parse(ran.stdout)).toMatchObject({ outcome: 'budget', exit_code: 3 })
  expect(ran.code).toBe(3)
})

test('a provider that fails: 4, with its words', async () => {
  const ran = await cli('run', '-p', 'hello', '--model', 'compatible/any')
  expect(ran.code).toBe(4)
  expect(ran.stderr).toContain('that key is wrong')
})

test('stopped by a signal: 5', async () => {
  const main = join(import.meta.dirname, '../../main.ts')
  const allow = ['--allow', 'terminal.exec(touch begun)', '--allow', 'terminal.exec(sleep 60)']
  const args = ['run', '-p', 'run touch begun && sleep 60', ...allow]
  const child = spawn(process.execPath, ['--conditions=countersign-source', main, ...args], {
    cwd: server.work,
    env: { ...process.env, ...server.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  await expect.poll(() => existsSync(join(server.work, 'begun')), { timeout: 30_000 }).toBe(true)
  child.kill('SIGINT')
  expect(await ended).toBe(5)
})

test('--wait: what asks waits for an answer from elsewhere', async () => {
  const waits = cli('run', '-p', 'write waited.md: hello', '--wait')
  const waiting = async () =>
    JSON.parse((await cli('approvals', 'list', '--json')).stdout) as { call: { id: string } }[] // as the command prints it
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  const id = (await waiting())[0]?.call.id ?? ''
  expect(await cli('approvals', 'allow', id)).toMatchObject({ code: 0 })
  const ran = await waits
  expect(ran.stderr).toContain('waiting for an answer')
  expect(ran.code).toBe(0)
  expect(existsSync(join(server.work, 'waited.md'))).toBe(true)
})
