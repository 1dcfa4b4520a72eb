/** @module-tag slow */
import { existsSync } from 'node:fs'
import { link, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { NO_TMUX, Terminal } from '../../testing/tmux.ts'

let server: ChatServer
let terminal: Terminal | undefined

beforeAll(async () => {
  if (NO_TMUX === null) server = await chatServer({ COUNTERSIGN_APPROVAL_TIMEOUT: '300' })
}, 60_000)
afterEach(() => terminal?.close())
afterAll(() => (NO_TMUX === null ? server.close() : undefined))

// Where there is no terminal to drive, the tests count as skipped, with the reason.
beforeEach((context) => {
  if (NO_TMUX !== null) context.skip(NO_TMUX)
})

const TIME = { timeout: 120_000 }

async function open(
  env: Readonly<Record<string, string>> = {},
  size: { readonly columns: number; readonly rows: number } = { columns: 80, rows: 24 },
): Promise<Terminal> {
  terminal = await Terminal.open({
    args: ['chat'],
    cwd: server.work,
    env: { ...server.env, ...env },
    ...size,
  })
  await terminal.until('/help')
  return terminal
}

const ARMED = '\na allow once'
const file = (name: string) => join(server.work, name)

test('a question about a file: what is drawn, a letter allows it, and it is done', TIME, async () => {
  const screen = await open()
  await screen.type('write one.md: hello')
  await screen.press('Enter')
  const drawn = await screen.until(ARMED)
  // The first lines are drawn once, though the chat begins only now.
  expect(drawn.split('you countersign.')).toHaveLength(2)
  expect(drawn.slice(drawn.indexOf('> write'))).toBe(
    `
> write one.md: hello

I would like to write it.
? Write one.md  waits for you
── Write one.md ────────────────────────────────────────────────────────────────
one.md  new file, +1 −0, not under version control
1 + hello
Edits ask in Ask mode.
a allow once  c this chat  w always…  d deny  n deny with note  Tab message
Expires at ##:##; k keeps it waiting.
────────────────────────────────────────────────────────────────────────────────
>
Ask · demo · Esc stops                                                      work`.trim(),
  )
  await screen.press('a')
  await screen.until('+ Wrote one.md  +1, # ms · by you', 'Done.')
  expect(await readFile(file('one.md'), 'utf8')).toBe('hello\n')
})

test('a command: parts with reasons, a rule that is tried while it is edited, and kept', TIME, async () => {
  const screen = await open()
  await screen.type('run ls && touch two.md | tee three.log')
  await screen.press('Enter')
  await screen.until(ARMED, 'runs    ls  only reads', 'asks    touch two.md')
  await screen.press('c')
  await screen.until(
    'Allow in this chat with this rule:',
    'would run    touch two.md',
    'still asks   tee three.log',
  )
  await screen.press('C-w')
  await screen.until('Not a rule yet: the `(` is not closed')
  await screen.press('Escape')
  await screen.until(ARMED)
  await screen.press('n')
  await screen.until('Deny, and tell the agent:')
  await screen.type('not now')
  await screen.press('Enter')
  await screen.until('by you: not now')
  expect(existsSync(file('two.md'))).toBe(false)
})

test('what cannot be undone takes its name, typed', TIME, async () => {
  await writeFile(file('gone.md'), 'x')
  // A file of several names is more than the trash can bring back.
  await link(file('gone.md'), file('second-name.md'))
  const screen = await open()
  await screen.type('delete gone.md')
  await screen.press('Enter')
  await screen.until(ARMED, 'delete gone.md')
  await screen.press('a')
  await screen.until('Type gone.md and press Enter to allow')
  await screen.type('yes')
  await screen.press('Enter')
  await screen.until('That is not the word')
  expect(existsSync(file('gone.md'))).toBe(true)
  await screen.press('C-u')
  await screen.type('gone.md')
  await screen.press('Enter')
  await screen.everUntil('+ Deleted gone.md  # ms')
  expect(existsSync(file('gone.md'))).toBe(false)
})

test('what is typed while a question comes goes to the message and answers nothing', TIME, async () => {
  const screen = await open()
  const typed = 'add a dad: wac and cad'
  await screen.type('write four.md: x\r')
  // Letters that would be answers, before, while and after the question comes; some alone, some in one go.
  for (const piece of typed.match(/.{1,3}/g) ?? []) await screen.type(piece)
  await screen.until('Press Tab to answer this question.', `> ${typed}`)
  await screen.press('a')
  await screen.press('Enter')
  await screen.until('Press Tab to answer this question.', 'waits for you')
  expect(existsSync(file('four.md'))).toBe(false)
  await screen.press('Tab')
  await screen.until(ARMED)
  await screen.press('d')
  await screen.everUntil('x Did not write four.md  refused')
})

test('another size, without colour; a long body says how much of it is left', TIME, async () => {
  const screen = await open({ NO_COLOR: '1' }, { columns: 120, rows: 40 })
  const words = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`)
  await screen.type(`write five.md: ${words.join(' -')}`)
  await screen.press('Enter')
  await screen.until(ARMED, '+ line 1')
  await screen.resize(40, 14)
  await screen.until('── Write five.md', '-- 3 of 17 lines', 'Edits ask in Ask mode.')
  for (const line of (await screen.screen()).split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  await screen.resize(80, 24)
  await screen.until(ARMED, '── Write five.md', 'Ask · demo')
  // oxlint-disable-next-line no-control-regex -- colours are what is looked for
  expect(await screen.styled()).not.toMatch(/\u001b\[[\d;]*(3[0-7]|9[0-7])m/)
  await screen.press('C-c')
  await screen.until('Stopped.')
})

test(
  'a long body is read to its end before a letter allows it; why it asks stays in view',
  TIME,
  async () => {
    const screen = await open({}, { columns: 40, rows: 14 })
    const words = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`)
    await screen.type(`write six.md: ${words.join(' -')}`)
    await screen.press('Enter')
    await screen.until(ARMED, '-- 3 of 17 lines', 'Edits ask in Ask mode.')
    await screen.press('a')
    await screen.until('Read to the end first')
    await screen.press('Space')
    await screen.until('-- 5 of 17 lines', 'Edits ask in Ask mode.')
    await screen.press('End')
    await screen.until('-line 60', '-- 17 of 17 lines', 'Edits ask in Ask mode.')
    await screen.press('a')
    await screen.everUntil('+ Wrote six.md')
  },
)
