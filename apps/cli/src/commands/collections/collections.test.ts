/** @module-tag slow */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { runCli } from '../../testing/run-cli.ts'

let server: ChatServer
let folder: string
beforeAll(async () => {
  server = await chatServer({})
  folder = await mkdtemp(join(tmpdir(), 'cs-cli-collections-'))
}, 60_000)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const cli = (...args: string[]) => runCli(['collections', ...args], { env: server.env })

test('a collection is made, filled, asked and deleted from a terminal', async () => {
  expect((await cli('list')).stdout).toContain('No collections yet')
  expect(await cli('create', 'Harbour')).toMatchObject({ code: 0, stdout: 'Created Harbour.\n' })
  await writeFile(join(folder, 'tides.md'), '# Tides\n\nThe spring tide is highest at new moon.')
  await writeFile(join(folder, 'broken.pdf'), '%PDF-1.4')
  expect(await cli('add', 'harbour', join(folder, 'tides.md'))).toMatchObject({ code: 0 })
  expect(await cli('status', 'Harbour', '--wait')).toMatchObject({ code: 0 })
  const found = await cli('search', 'Harbour', 'spring tides')
  expect(found.stdout).toMatch(/^\[p_[0-9a-z]+\] tides\.md · line 1 · Tides\n/)
  expect(JSON.parse((await cli('search', 'Harbour', 'moon', '--json')).stdout)).toMatchObject({
    passages: [{ document: 'tides.md' }],
  })
  await cli('add', 'Harbour', join(folder, 'broken.pdf'))
  const status = await cli('status', '--wait')
  expect(status.code).toBe(1)
  expect(status.stdout).toContain('failed    broken.pdf: the PDF is damaged')
  expect(await cli('remove', 'Harbour', 'broken.pdf')).toMatchObject({ code: 0 })
  expect(await cli('status')).toMatchObject({ code: 0 })
  expect(await cli('delete', 'Harbour')).toMatchObject({ code: 0 })
  expect((await cli('search', 'Harbour', 'moon')).stderr).toContain('there is no collection')
}, 120_000)
