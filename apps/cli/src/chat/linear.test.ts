import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatServer, type ChatServer } from '../testing/chat-server.ts'

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

const ASKED = 'Answer with a letter and Enter'
const TIME = { timeout: 60_000 }

test('a question is lines, its answer a line, and what it holds is shown as text', TIME, async () => {
  const chat = new Lines()
  chat.write('write one.md: a\u001b[31mb')
  await chat.until(ASKED)
  await answer(chat, 'a', 'ran')
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
    expect(chat.text).toContain('1 left waiting')
    expect(existsSync(join(server.work, 'two.md'))).toBe(false)
  },
)

test('commands answer in lines', { timeout: 60_000 }, async () => {
  const chat = new Lines()
  chat.write('/mode plan')
  chat.write('/why rm -rf /')
  chat.write('/tools')
  chat.write('/bogus')
  chat.write('/quit')
  expect(await chat.ended).toBe(0)
  expect(chat.text).toContain('blocked  write     files.write')
  expect(chat.text).toContain('there is no command /bogus')
  expect(chat.text).toMatch(/always asks|blocked|plan/)
})
