/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCall, Toolbelt, type Tool, type ToolOutcome } from '@countersign/agent'
import { CallId, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { personPtys } from '../../auth/person-ptys.ts'
import { laterFilesIn } from '../../runs-later/testing/later-files.ts'
import { sessionTools } from './session-tools.ts'
import { terminalSessions, type TerminalSessions } from './sessions.ts'
import { personShells, type Shell, type Shells } from './shells.ts'

/** What the agent sees of a person's terminals, and how it gives way to a person in its own. */

const THREAD = ThreadId.parse('thr_one')
const OTHER = ThreadId.parse('thr_other')
const TURN = TurnId.parse('trn_one')
const USER = UserId.parse('usr_local')
const HAND_TIME = 300
let folder: string
let shells: Shells
let sessions: TerminalSessions
let now = 0
let noted: string[]
let shell: Shell
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-shells-'))
  noted = []
  let ids = 0
  sessions = terminalSessions(() => `term_${(ids += 1)}`, HAND_TIME)
  shells = personShells({
    clock: { now: () => now },
    ptys: personPtys(),
    shell: () => Promise.resolve('/bin/bash'),
    environment: () => ({ PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', PS1: '$ ' }),
    note: (_user, kind) => Promise.resolve(void noted.push(kind)),
    failed: (what, cause) => {
      throw new Error(what, { cause })
    },
  })
  const started = await shells.open({
    user: USER,
    folder,
    name: '1',
    size: { cols: 80, rows: 24 },
    via: 'page',
  })
  if (!started.ok) throw new Error(started.message)
  shell = started.shell
})
afterEach(async () => {
  await shells.close()
  await sessions.close()
  await rm(folder, { recursive: true })
})

async function run(name: string, args: unknown, threadId = THREAD): Promise<ToolOutcome> {
  const place = { workspace: folder, cwd: folder, home: folder }
  const belt = new Toolbelt(sessionTools(sessions, laterFilesIn(folder).guard, shells))
  const parsed = await parseCall(
    belt,
    { providerId: 'p', name, input: JSON.stringify(args) },
    { id: CallId.parse('call_1'), threadId, turnId: TURN, parentId: null, depth: 0, place },
  )
  if (!parsed.ok) throw new Error(parsed.result.text)
  const { call, tool } = parsed
  const signed = { call } as unknown as Parameters<Tool['run']>[0] // only the gate can make one; a test may stand in for it
  return tool.run(signed, {
    call,
    place,
    signal: new AbortController().signal,
    grounds: { via: 'person', mode: 'default' },
    output: () => {},
    ask: () => Promise.resolve({ allowed: false, answered: false, words: '' }),
    judging: () => Promise.reject(new Error('not asked')),
    mayAct: () => Promise.resolve(true),
  })
}

async function shows(text: string): Promise<void> {
  await vi.waitFor(async () => expect(await shell.screen.text(100)).toContain(text), 10_000)
}

test('an unshared terminal is listed and read by nobody; a shared one by its chat alone, masked, and no longer once that ends', async () => {
  shell.type(Buffer.from('echo API_KEY=sk-ant-api03-abcdefghij0123456789abcdefghij\r'))
  shell.type(Buffer.from('echo seen-$((40+2))\r'))
  await shows('seen-42')
  const read = (thread = THREAD) => run('terminal.read', { session: 'shared_1' }, thread)
  expect(await read()).toMatchObject({ ok: false, code: 'not_found' })
  expect(await run('terminal.read', { session: '1' })).toMatchObject({ ok: false, code: 'not_found' })
  expect((await run('terminal.list', {})).text).not.toContain('shared_')
  shells.share(shell, THREAD, true)
  const { ok, text } = await read()
  expect(ok).toBe(true)
  expect(text).toContain('seen-42')
  expect(text).not.toContain('abcdefghij0123456789')
  expect((await run('terminal.list', {})).text).toContain('shared_1')
  expect(await read(OTHER)).toMatchObject({ ok: false, code: 'not_found' })
  expect((await run('terminal.list', {}, OTHER)).text).not.toContain('shared_')
  // Shared to be read: nothing is typed into it, nor is it ended.
  expect(await run('terminal.input', { session: 'shared_1', text: 'x' })).toMatchObject({ code: 'not_found' })
  expect(await run('terminal.stop', { session: 'shared_1' })).toMatchObject({ code: 'not_found' })
  shells.share(shell, THREAD, false)
  expect(await read()).toMatchObject({ ok: false, code: 'not_found' })
}, 30_000)

test('of a shared terminal the last 200 lines are read', async () => {
  shell.type(Buffer.from('for i in $(seq 500); do echo line-$i-; done; echo end-$((1+1))\r'))
  await shows('end-2')
  shells.share(shell, THREAD, true)
  const { text } = await run('terminal.read', { session: 'shared_1' })
  expect(text).toContain('line-400-')
  expect(text).not.toContain('line-250-')
}, 30_000)

test('while a person types into the agent’s terminal its input waits, and a read says that someone typed', async () => {
  const started = await sessions.start(
    { threadId: THREAD, turnId: null },
    { command: 'cat', cwd: folder, home: folder, pty: true },
    { reaper: undefined },
  )
  if (!started.ok) throw new Error(started.message)
  const { id } = started.session
  sessions.typeByHand(id, Buffer.from('by hand\r'))
  const began = performance.now()
  expect(await run('terminal.input', { session: id, text: 'by the agent\n' })).toMatchObject({ ok: true })
  expect(performance.now() - began).toBeGreaterThanOrEqual(HAND_TIME - 5)
  expect((await run('terminal.read', { session: id, wait: 5 })).text).toContain('a person typed into it')
  expect((await run('terminal.read', { session: id })).text).not.toContain('a person typed')
}, 30_000)

test('a terminal that nobody looks at for a day ends; one that someone looks at stays', async () => {
  const look = shell.screen.look({ send: () => undefined, say: () => undefined })
  now += 25 * 60 * 60_000
  await shells.endUnseen()
  expect(shells.list(USER, folder)).toHaveLength(1)
  look.leave()
  now += 23 * 60 * 60_000
  await shells.endUnseen()
  expect(shells.list(USER, folder)).toHaveLength(1)
  now += 2 * 60 * 60_000
  await shells.endUnseen()
  expect(shells.list(USER, folder)).toEqual([])
  expect(noted).toEqual(['terminal.opened', 'terminal.ended'])
}, 30_000)
