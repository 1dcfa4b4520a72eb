/** @module-tag slow */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES } from '@countersign/server'
import { auditRoutes } from '@countersign/protocol'
import { noteCommands, noteRoutes } from '@countersign/protocol/testing/sample-feature'
import { notes } from '@countersign/server/testing/sample-feature'
import { chatServer, type ChatServer } from '../chat-server.ts'
import { runCli } from '../run-cli.ts'

const main = join(import.meta.dirname, 'main.ts')

describe('a command added by one entry in the array', () => {
  let server: ChatServer
  beforeAll(async () => {
    server = await chatServer({}, [...FEATURES, notes])
  })
  afterAll(() => server.close())

  const cli = (...args: string[]) => runCli(args, { main, env: server.env })

  test('runs on the server, with its option', async () => {
    expect(await cli('notes')).toEqual({ code: 0, stdout: 'No notes yet.\n', stderr: '' })
    for (const text of ['milk', 'bread'])
      expect(await server.api.command(noteCommands.add, { text })).toMatchObject({ ok: true })
    expect(await cli('notes')).toMatchObject({ code: 0, stdout: 'milk\nbread\n' })
    const { stdout } = await cli('notes', '--last', '1', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ text: 'bread' }])
  })

  test('its card is drawn in its own words', async () => {
    expect(await server.api.call(noteRoutes.write, { body: { text: 'by hand' } })).toMatchObject({ ok: true })
    const audit = await server.api.call(auditRoutes.list, { query: { newest: 'true' } })
    const rows = audit.ok ? audit.body.rows : []
    const { stdout } = await cli('show', rows.find(({ callId }) => callId !== null)?.callId ?? '')
    expect(stdout).toContain('note 3: by hand')
  })

  test('is in the help, and has its own', async () => {
    expect((await cli('--help')).stdout).toMatch(/^ {2}notes \[options\] +your notes, oldest first$/m)
    const { stdout } = await cli('notes', '--help')
    expect(stdout).toContain('Usage: countersign notes [options]')
    expect(stdout).toMatch(/^ {2}--last <n> +only so many, the newest$/m)
  })

  test('an option that it does not have is refused with the nearest', async () => {
    const { code, stderr } = await cli('notes', '--lost', '1')
    expect(code).toBe(1)
    expect(stderr).toContain('(Did you mean --last?)')
  })

  test('is completed', async () => {
    const { stdout } = await cli('completions', 'bash')
    const offered = (...words: string[]) => {
      const script = `${stdout}\nCOMP_WORDS=(countersign ${words.join(' ')} ''); COMP_CWORD=${words.length + 1}; _countersign; echo "\${COMPREPLY[*]}"`
      return spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).stdout.trim().split(' ')
    }
    expect(offered()).toContain('notes')
    expect(offered('notes')).toEqual(['--last', '--json', '--help'])
  })
})
