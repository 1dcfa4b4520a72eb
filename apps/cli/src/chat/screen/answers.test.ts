/** @module-tag slow */
import { settingsRoutes, threadRoutes } from '@countersign/protocol'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { chatServer, type ChatServer } from '../../testing/chat-server.ts'
import { streamingModel, type StreamingModel } from '../../testing/streaming-model.ts'
import { NO_TMUX, Terminal } from '../../testing/tmux.ts'

const FILES = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']
const ITEMS = Array.from({ length: 120 }, (_, index) => `- point number ${index + 1}`)
const LONG = `## Cause

\`parseFloat\` stops at the **comma**.

| amount | after |
| :-- | --: |
| 12,50 | 1250 |

${ITEMS.join('\n')}

That is all.`

const TODO = [
  { text: 'Find the cause', state: 'done' },
  { text: 'Fix parseAmount', state: 'in_progress' },
  { text: 'Run the tests', state: 'open' },
]

let model: StreamingModel
let server: ChatServer
let terminal: Terminal | undefined

beforeAll(async () => {
  if (NO_TMUX !== null) return
  model = await streamingModel({
    'tell me all': { text: LONG },
    work: {
      text: 'Let me look.',
      calls: [
        { name: 'todo_write', args: { items: TODO } },
        ...FILES.map((path) => ({ name: 'files.read', args: { path } })),
      ],
    },
    'work 6': { text: 'I have **read** it.' },
    'mend the kettle': { text: 'Kettle repair' },
  })
  server = await chatServer(model.env)
  await titlesByModel(false)
  await mkdir(join(server.work, 'src'))
  for (const name of [...FILES, 'src/money.ts']) await writeFile(join(server.work, name), 'x\n')
}, 60_000)
afterEach(() => terminal?.close())
afterAll(async () => {
  if (NO_TMUX !== null) return
  await server.close()
  await model.close()
})

// Where there is no terminal to drive, the tests count as skipped, with the reason.
beforeEach((context) => {
  if (NO_TMUX !== null) context.skip(NO_TMUX)
})

const TIME = { timeout: 120_000 }

/** Off, so that a title's tokens are not in the figures of these tests. */
async function titlesByModel(model_titles: boolean): Promise<void> {
  expect((await server.api.call(settingsRoutes.change, { body: { model_titles } })).ok).toBe(true)
}

async function open(columns = 80, rows = 24, args: readonly string[] = []): Promise<Terminal> {
  const { work: cwd, env } = server
  terminal = await Terminal.open({ args: ['chat', ...args], cwd, env, columns, rows })
  await terminal.until('/help')
  return terminal
}

test.each([
  [80, 24],
  [200, 50],
])(
  'an answer longer than a screen of %i×%i is in the scrollback once, and nothing else is',
  TIME,
  async (columns, rows) => {
    const screen = await open(columns, rows)
    await screen.type('tell me all')
    await screen.press('Enter')
    const all = (await screen.everUntil('That is all.', '35,901 tokens')).split('\n')
    const said = all.slice(all.indexOf('> tell me all'))
    expect(said).toEqual([
      '> tell me all',
      '',
      'Cause',
      '',
      'parseFloat stops at the comma.',
      '',
      '  amount   after',
      '  ──────────────',
      '  12,50     1250',
      '',
      ...ITEMS.map((item) => item.replace('- ', '• ')),
      '',
      'That is all.',
      '',
      '34,701 tokens in, 1,200 out, price not known',
      '─'.repeat(columns),
      '>',
      expect.stringMatching(/^Ask · compatible\/any · 35,901 tokens · \/help +work$/),
    ])
  },
)

test('reads stand in one line, the to-do list stays above the message', TIME, async () => {
  const screen = await open()
  await screen.type('work')
  await screen.press('Enter')
  const all = await screen.until('I have read it.', '71,802 tokens')
  expect(all.slice(all.indexOf('Let me look.')).replaceAll('\u{a0}', ' ')).toBe(
    `
Let me look.
+ Updated the to-do list  # ms · Ask mode
+ 5 reads a.ts, b.ts, c.ts …  # ms

I have read it.

69,402 tokens in, 2,400 out, price not known
To do 1 of 3   ✓ Find the cause   ◌ Fix parseAmount   □ Run the tests
────────────────────────────────────────────────────────────────────────────────
>
Ask · compatible/any · 71,802 tokens · /help                                work`.trim(),
  )
  expect(await screen.styled()).toContain('\u001b[1mread')
})

test('Tab writes commands, modes, models and files; names of modes count', TIME, async () => {
  const screen = await open()
  await screen.type('/mo')
  await screen.until('/mode NAME', '/model [NAME]')
  await screen.press('Tab', 'Tab')
  await screen.until('> /model', '› /model [NAME]')
  await screen.press('C-u')
  await screen.type('/mode acc')
  await screen.press('Tab')
  await screen.until('> /mode Accept edits')
  await screen.press('Enter')
  await screen.until('Accept edits · /help')
  await screen.type('/mode default')
  await screen.press('Enter')
  await screen.until('\nAsk · /help')
  await screen.type('/model dem')
  await screen.until('  demo  ')
  await screen.press('Tab', 'Enter')
  await screen.until('From the next message on: demo')
  await screen.type('look at @mon')
  await screen.until('@src/money.ts')
  await screen.press('Tab')
  await screen.until('> look at @src/money.ts')
})

test('/model says what is known of each model, and marks the one for new chats', TIME, async () => {
  const screen = await open()
  await screen.type('/model')
  await screen.press('Enter')
  const all = await screen.until('* compatible/any', '  demo')
  expect(all).toContain('* compatible/any  any · price not known · context window not known')
  expect(all).toMatch(/ {2}demo {2}.*built in: follows a script, needs no key and no/)
})

test('/chats lists chats by short ids and goes to one; --thread takes the same ids', TIME, async () => {
  const screen = await open()
  await screen.type('work')
  await screen.press('Enter')
  await screen.until('I have read it.', '71,802 tokens')
  await screen.type('/new')
  await screen.press('Enter')
  await screen.until('Your next message starts a new chat.')
  await screen.type('/chats')
  await screen.press('Enter')
  const listed = await screen.until('the beginning of its id')
  const [, short = ''] = /^ {2}([0-9a-z]{6,}) +work /m.exec(listed) ?? []
  expect(short).not.toBe('')
  await screen.type(`/chats ${short}`)
  await screen.press('Enter')
  await screen.until('── work', '> work', '71,802 tokens')
  await screen.close()
  const again = await open(80, 24, ['--thread', short])
  await again.until('> work', 'I have read it.', 'To do 1 of 3')
})

test('the model writes the title of a chat, as it does on the page', TIME, async () => {
  await titlesByModel(true)
  const screen = await open()
  await screen.type('mend the kettle')
  await screen.press('Enter')
  await screen.until('Kettle repair')
  const titles = async () => {
    const listed = await server.api.call(threadRoutes.list, {})
    return listed.ok ? listed.body.threads.map(({ title }) => title) : []
  }
  await expect.poll(titles).toContain('Kettle repair')
  await titlesByModel(false)
})
