/** @module-tag slow */
import { CallView } from '@countersign/protocol'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chatServer, type ChatServer } from '../testing/chat-server.ts'
import { runCli } from '../testing/run-cli.ts'

let server: ChatServer
beforeAll(async () => {
  server = await chatServer()
}, 60_000)
afterAll(() => server.close())

const MAIN = join(import.meta.dirname, '../main.ts')

/** The command on pipes: lines in, lines out. */
class Lines {
  readonly #child: ChildProcessWithoutNullStreams
  readonly ended: Promise<number | null>
  text = ''

  constructor() {
    const args = ['--conditions=countersign-source', MAIN, 'chat']
    this.#child = spawn(process.execPath, args, { cwd: server.work, env: { ...process.env, ...server.env } })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.text += text))
    this.ended = new Promise((resolve) => this.#child.on('close', resolve))
  }

  write(text: string): void {
    this.#child.stdin.write(`${text}\n`)
  }

  end(): void {
    this.#child.stdin.end()
  }

  async until(text: string, count = 1): Promise<void> {
    await expect
      .poll(() => this.text.split(text).length - 1, { timeout: 25_000 })
      .toBeGreaterThanOrEqual(count)
  }
}

/** Answers again and again: what comes too soon after its question is refused. */
async function answer(chat: Lines, letter: string, until: string): Promise<void> {
  const ask = () => {
    if (!chat.text.includes(until)) chat.write(letter)
    return chat.text
  }
  await expect.poll(ask, { timeout: 25_000, interval: 1000 }).toContain(until)
}

const cli = (...args: readonly string[]) => runCli(args, { cwd: server.work, env: server.env })
const ASKED = 'Answer with a letter and Enter'
const TIME = { timeout: 60_000 }

test('a question is lines, its answer a line, and what it holds is shown as text', TIME, async () => {
  const chat = new Lines()
  chat.write('write one.md: a\u001b[31mb')
  await chat.until(ASKED)
  await answer(chat, 'a', '+ Wrote')
  chat.end()
  expect(await chat.ended).toBe(0)
  expect(chat.text).toContain('+ a‹U+001B›[31mb')
  expect(chat.text).not.toContain('\u001b')
  expect(await readFile(join(server.work, 'one.md'), 'utf8')).toBe('a\u001b[31mb\n')
})

test('a line that was written before its question answers nothing', TIME, async () => {
  const chat = new Lines()
  chat.write('write three.md: x\na')
  await chat.until(ASKED)
  await answer(chat, 'd', 'refused')
  chat.end()
  expect(await chat.ended).toBe(0)
  expect(existsSync(join(server.work, 'three.md'))).toBe(false)
})

test(
  'what is left open at the end of the input stays a question, and the exit code says so',
  { timeout: 60_000 },
  async () => {
    const chat = new Lines()
    chat.write('write two.md: x')
    chat.end()
    expect(await chat.ended).toBe(2)
    expect(chat.text).toContain('1 still waiting')
    expect(existsSync(join(server.work, 'two.md'))).toBe(false)
  },
)

test('a message waits for the turn before it; `/now` stops that turn and sends it', TIME, async () => {
  const chat = new Lines()
  chat.write('write four.md: x')
  await chat.until(ASKED)
  chat.write('/now help')
  await chat.until('Stopped.')
  await chat.until('show sub-agents')
  chat.write('/now')
  await chat.until('no message is queued')
  chat.end()
  expect(await chat.ended).toBe(0)
  expect(existsSync(join(server.work, 'four.md'))).toBe(false)
})

test('commands answer in lines', { timeout: 60_000 }, async () => {
  const chat = new Lines()
  chat.write('/mode plan')
  chat.write('/why rm -rf /')
  chat.write('/tools')
  chat.write('/bogus')
  chat.write('/quit')
  expect(await chat.ended).toBe(0)
  expect(chat.text).toContain('files · built in')
  expect(chat.text).toContain('blocked  write     files.write')
  expect(chat.text).toContain('there is no command /bogus')
  expect(chat.text).toMatch(/always asks|blocked|plan/)
})

test('`--agent` of older scripts is ignored, with a warning', async () => {
  const ran = await runCli(['chat', '--agent'], { input: '/quit\n', cwd: server.work, env: server.env })
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain('countersign: `--agent` is no longer needed and is ignored')
})

test(
  'a long question is asked once all of it is printed, and can be read by its id',
  { timeout: 180_000 },
  async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `this is line ${index + 1}`)
    await writeFile(join(server.work, 'long.md'), `${lines.join('\n')}\n`)
    const chat = new Lines()
    chat.write('write long.md: short now')
    await chat.until(ASKED)
    const listed: unknown = JSON.parse((await cli('approvals', 'list', '--json')).stdout)
    const waiting = z.array(z.object({ call: CallView })).parse(listed)
    const call = waiting.find((question) => question.call.specifier === 'long.md')?.call
    expect(call?.shortened).toHaveLength(2)
    const id = call?.id ?? ''
    const page = await cli('approvals', 'show', id)
    await answer(chat, 'a', '+ Wrote')
    chat.end()
    expect(await chat.ended).toBe(0)
    const afterwards = await cli('show', id)
    for (const text of [chat.text, page.stdout, afterwards.stdout]) {
      expect(lines.filter((line) => !text.includes(`- ${line}\n`))).toEqual([])
      expect(text.includes('+ short now\n')).toBe(true)
      expect(text.includes('only a part is shown')).toBe(false)
    }
    expect(await readFile(join(server.work, 'long.md'), 'utf8')).toBe('short now\n')
  },
)
