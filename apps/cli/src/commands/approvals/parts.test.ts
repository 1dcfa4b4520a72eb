/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { runCli, type Ran } from '../../testing/run-cli.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: ChatServer
beforeAll(async () => {
  server = await chatServer({ COUNTERSIGN_MODEL: 'demo' })
}, 60_000)
afterAll(() => server.close())

const cli = (...args: readonly string[]): Promise<Ran> => runCli(args, { cwd: server.work, env: server.env })

test('some parts of a change are listed by number, allowed, and nothing else is written', async () => {
  const file = join(server.work, 'five.md')
  await writeFile(file, 'one\ntwo\nthree\nfour\nfive\n')
  const turn = cli('run', '-p', 'write five.md: ONE\ntwo\nTHREE\nfour\nFIVE', '--wait', '--output', 'json')
  const waiting = async () =>
    JSON.parse((await cli('approvals', 'list', '--json')).stdout) as { call: { id: string } }[] // as the command prints it
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  const id = (await waiting())[0]?.call.id ?? ''
  const shown = await cli('approvals', 'show', id)
  expect(shown.stdout).toContain('1  l. 1  +1 −1  ONE')
  expect(shown.stdout).toContain('3  l. 5  +1 −1  FIVE')

  expect((await cli('approvals', 'allow', id, '--parts', '4')).stderr).toContain('there is no part `4`')
  expect((await cli('approvals', 'allow', id, '--parts', '1', '--always')).stderr).toContain('allowed once')
  expect(await waiting()).toHaveLength(1)

  const allowed = await cli('approvals', 'allow', id, '--parts', '1,3', '--note', 'keep three')
  expect(allowed).toMatchObject({ code: 0, stdout: 'Allowed 2 of 3 parts: Write five.md\n' })
  const ran = await turn
  expect(ran.code).toBe(0)
  expect(JSON.parse(ran.stdout)).toMatchObject({
    calls: [{ state: 'succeeded', signature: { feedback: 'keep three', parts: { of: 3 } } }],
  })
  expect(await readFile(file, 'utf8')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')
})
