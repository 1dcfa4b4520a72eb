/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { terminalRoutes } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { listTerminals, openShell, send, TerminalPage } from './testing/terminal-page.ts'

/** Terminals of a person, over the wire, with real shells. */

let server: TestServer
const shell = process.env['SHELL']
beforeAll(async () => {
  process.env['SHELL'] = '/bin/bash'
  process.env['COUNTERSIGN_TRIED'] = 'a secret of the server'
  server = await testServer()
}, 60_000)
afterAll(async () => {
  await server.close()
  delete process.env['COUNTERSIGN_TRIED']
  if (shell === undefined) delete process.env['SHELL']
  else process.env['SHELL'] = shell
}, 60_000)

const end = (terminal: string) => send(server, terminalRoutes.end, { terminal })

interface Row {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

async function auditRows(): Promise<readonly Row[]> {
  const answer = await server.request('/api/audit?newest=true')
  return ((await answer.json()) as { rows: Row[] }).rows // our own route
}

test('a shell of the person: typed, answered, resized, ended; the record says so and has nothing of what was typed', async () => {
  expect(await openShell(server, '1')).toMatchObject({ kind: 'yours', shared: false, takes_input: true })
  const page = await TerminalPage.look(server, '1')
  page.type('echo $((6*7))-typed-here; pwd; echo "[$COUNTERSIGN_TRIED]"\r')
  await page.shows('42-typed-here')
  await page.shows(server.workspace)
  await page.shows('[]\r\n')
  page.resize(101, 31)
  page.type('stty size\r')
  await page.shows('31 101')
  expect((await listTerminals(server)).terminals).toMatchObject([{ terminal: '1', running: true }])
  page.type('exit 3\r')
  expect(await page.hears('ended')).toEqual({ type: 'ended', code: 3 })
  await expect.poll(async () => (await listTerminals(server)).terminals, { timeout: 10_000 }).toEqual([])
  await expect.poll(async () => (await auditRows()).map(({ kind }) => kind)).toContain('terminal.ended')
  const rows = JSON.stringify(await auditRows())
  expect(rows).toContain('terminal.opened')
  expect(rows).toContain('/bin/bash')
  expect(rows).not.toContain('typed-here')
  page.close()
}, 30_000)

test('five shells come back to a page that reloads, each with its 5,000 lines', async () => {
  const names = ['1', '2', '3', '4', '5']
  await Promise.all(names.map((name) => openShell(server, name)))
  const before = await Promise.all(names.map((name) => TerminalPage.look(server, name)))
  for (const [at, page] of before.entries())
    page.type(`for i in $(seq 5200); do echo shell-${at}-$i; done; echo over-$((${at}+1))\r`)
  for (const [at, page] of before.entries()) await page.shows(`over-${at + 1}`)
  for (const page of before) page.close()
  const after = await Promise.all(names.map((name) => TerminalPage.look(server, name)))
  for (const [at, page] of after.entries()) {
    await page.shows(`over-${at + 1}`)
    await page.shows(`shell-${at}-400\r`)
    expect(page.bytes.includes(`shell-${at}-100\r`)).toBe(false)
  }
  const second = await TerminalPage.look(server, '1')
  after[0]?.type('echo both-$((1+1))\r')
  await Promise.all([second.shows('both-2'), after[0]?.shows('both-2')])
  for (const page of [...after, second]) page.close()
  for (const name of names) expect((await end(name)).status).toBe(200)
}, 60_000)

const hasVim = (() => {
  try {
    execFileSync('vim', ['--version'])
    return true
  } catch {
    return false
  }
})()

test.skipIf(!hasVim)(
  'a reload in vim shows vim, and its keys go on',
  async () => {
    await openShell(server, '1')
    const page = await TerminalPage.look(server, '1')
    page.type('vim -u NONE -n kept.txt\r')
    await page.shows('\u001B[?1049h')
    page.type('ihello from vim')
    await page.shows('hello from vim')
    page.close()
    const again = await TerminalPage.look(server, '1')
    await again.shows('hello from vim')
    expect(again.bytes.includes('\u001B[?1049h')).toBe(true)
    again.type('\u001B')
    again.type(':wq\r')
    await again.shows('\u001B[?1049l')
    again.type('echo back-$((2+2))\r')
    await again.shows('back-4')
    expect(await readFile(join(server.workspace, 'kept.txt'), 'utf8')).toBe('hello from vim\n')
    again.close()
    await end('1')
  },
  30_000,
)

test('a page that draws nothing makes the program wait, and is left behind rather than block another', async () => {
  await openShell(server, '1')
  const slow = await TerminalPage.look(server, '1')
  await slow.hears('screen')
  slow.draws = false
  slow.type('head -c 3000000 /dev/zero | tr "\\0" x; echo; echo all-$((3+3))\r')
  await expect.poll(() => slow.bytes.length, { timeout: 10_000 }).toBeGreaterThan(512_000)
  const held = slow.bytes.length
  expect(held).toBeLessThan(1_000_000)
  // After a moment the program goes on without that page; another one sees its end.
  const quick = await TerminalPage.look(server, '1')
  await quick.shows('all-6')
  expect(slow.bytes.length).toBe(held)
  // Once it has drawn what it has, it gets the screen as it is now.
  slow.draws = true
  slow.ack()
  await slow.shows('all-6')
  expect(slow.said.filter(({ type }) => type === 'screen')).toHaveLength(2)
  slow.close()
  quick.close()
  await end('1')
}, 30_000)

test('what a program prints is only drawn: titles are plain text, the clipboard stays shut, answers come from the server alone', async () => {
  await openShell(server, '1')
  const page = await TerminalPage.look(server, '1')
  page.type(
    `printf '\\033]0;<b>bold</b>\\t\\033[31mred\\a\\033]52;c;ZXZpbA==\\a'; printf '\\033]0;<b>title</b>\\007'\r`,
  )
  await expect
    .poll(async () => (await listTerminals(server)).terminals[0]?.title, { timeout: 10_000 })
    .toBe('<b>title</b>')
  const said = JSON.stringify(page.said)
  expect(said).not.toMatch(/\\u001b|ZXZpbA/i)
  // The server answers for the terminal, once, however many pages look.
  const second = await TerminalPage.look(server, '1')
  page.type(`IFS= read -rsd R -p $'\\033[6n' place; echo "at:\${place#?}"\r`)
  await page.shows('at:[')
  expect(page.bytes.toString('utf8').match(/at:\[\d+;\d+\r/g)).toHaveLength(1)
  page.close()
  second.close()
  await end('1')
}, 30_000)

test('there is no terminal to look at that was not opened, and none that ended', async () => {
  const page = await TerminalPage.look(server, '77')
  const code = await new Promise<number>((closed) => page.socket.once('close', closed))
  expect(code).toBe(4404)
  expect((await end('77')).status).toBe(404)
  expect((await send(server, terminalRoutes.open, { terminal: 'term_x', cols: 80, rows: 24 })).status).toBe(
    400,
  )
})

test('the server ends its terminals with itself, and a new one is another server', async () => {
  const own = await testServer()
  await openShell(own, '1')
  const page = await TerminalPage.look(own, '1')
  page.type('echo pid-$$-\r')
  const printed = () => /pid-(\d+)-/.exec(page.bytes.toString('utf8'))?.[1]
  await expect.poll(printed, { timeout: 10_000 }).toBeDefined()
  const pid = Number(printed())
  const { boot } = await listTerminals(own)
  await own.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  const next = await testServer({}, { beside: own })
  expect((await listTerminals(next)).boot).not.toBe(boot)
  expect((await listTerminals(next)).terminals).toEqual([])
  await next.close()
  await rm(dirname(own.home), { recursive: true, force: true })
}, 60_000)

test('behind a public address nobody opens a terminal unless whoever runs the server allows it', async () => {
  const open = { COUNTERSIGN_PUBLIC_URL: 'https://countersign.example.com' }
  const closed = await testServer(open)
  const refused = await send(closed, terminalRoutes.open, { terminal: '1', cols: 80, rows: 24 })
  expect(refused.status).toBe(403)
  expect((await listTerminals(closed)).closed).toContain('public address')
  await closed.close()
  const allowed = await testServer({ ...open, COUNTERSIGN_PUBLIC_TERMINAL: 'allow' })
  expect(await openShell(allowed, '1')).toMatchObject({ running: true })
  await allowed.close()
}, 60_000)
