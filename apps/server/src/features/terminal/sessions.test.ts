/** @module-tag slow */
import { parseCall, Toolbelt, type Tool, type ToolOutcome } from '@countersign/agent'
import { decide, compilePolicy, MODES } from '@countersign/policy'
import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { tmpdir } from 'node:os'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { findReaper } from '../../processes/reaper.ts'
import { laterFilesIn } from '../../runs-later/testing/later-files.ts'
import { sessionTools } from './session-tools.ts'
import { terminalSessions, type TerminalSessions } from './sessions.ts'
import type { ProcessParts } from './start-process.ts'

const THREAD = ThreadId.parse('thr_one')
const OTHER = ThreadId.parse('thr_other')
const TURN = TurnId.parse('trn_one')
const SIGNAL = new AbortController().signal
let parts: ProcessParts
let ids = 0
let sessions: TerminalSessions
beforeAll(async () => {
  parts = { reaper: await findReaper() }
})
afterEach(() => sessions.close())

async function start(command: string, options: { pty?: boolean; thread?: ThreadId } = {}): Promise<string> {
  const started = await sessions.start(
    { threadId: options.thread ?? THREAD, turnId: TURN },
    { command, cwd: tmpdir(), home: tmpdir(), pty: options.pty ?? false },
    parts,
  )
  if (!started.ok) throw new Error(started.message)
  return started.session.id
}

function fresh(): void {
  sessions = terminalSessions(() => `term_${(ids += 1)}`)
}

/** Reads until the text has come. */
async function readUntil(id: string, text: string): Promise<string> {
  let all = ''
  while (!all.includes(text)) all += (await sessions.read(id, 1000, SIGNAL))?.text ?? ''
  return all
}

test('a process goes on after its call, is read piece by piece, and ends on stop', async () => {
  fresh()
  const id = await start('echo up; while :; do sleep 1; done')
  expect(await readUntil(id, 'up')).toBe('up\n')
  expect(await sessions.read(id, 0, SIGNAL)).toMatchObject({
    text: '',
    session: { state: { kind: 'running' } },
  })
  expect(await sessions.stop(id)).toMatchObject({ state: { kind: 'ended', code: 143 } })
})

test('what is typed reaches a process with a terminal, and only one of those', async () => {
  fresh()
  const talks = await start('read -r line; echo "got <$line>"; exec sleep 100', { pty: true })
  expect(sessions.write(talks, 'hello\n')).toBe(true)
  expect(await readUntil(talks, 'got <hello>')).toContain('got <hello>')
  const mute = await start('cat; exec sleep 100')
  expect(sessions.write(mute, 'x\n')).toBe(false)
  expect(sessions.write('term_none', 'x')).toBe(false)
})

test('Ctrl-C ends what runs in the terminal, not what watches over it', async () => {
  fresh()
  const id = await start('trap "echo interrupted; exit 7" INT; echo ready; while :; do sleep 0.1; done', {
    pty: true,
  })
  await readUntil(id, 'ready')
  sessions.write(id, '\u0003')
  await readUntil(id, 'interrupted')
  expect(await sessions.stop(id)).toMatchObject({ state: { kind: 'ended', code: 7 } })
})

test('an endless output keeps its end only', async () => {
  fresh()
  const id = await start("head -c 5000000 /dev/zero | tr '\\0' x; echo the end")
  while (sessions.get(id)?.state.kind === 'running') await new Promise((resume) => setTimeout(resume, 10))
  const read = await sessions.read(id, 0, SIGNAL)
  expect(read?.text).toMatch(/^\[4960008 bytes left out\]\nx+the end\n$/)
})

test('there are only so many', async () => {
  fresh()
  for (let index = 0; index < 8; index += 1) await start('exec sleep 100')
  await expect(start('exec sleep 100')).rejects.toThrow('too many processes are running already')
  await start('exec sleep 100', { thread: OTHER })
})

test('a stopped turn ends what it started', async () => {
  fresh()
  const id = await start('echo up; exec sleep 100')
  await readUntil(id, 'up')
  sessions.stopTurn(TurnId.parse('trn_other'))
  expect(sessions.get(id)).toMatchObject({ state: { kind: 'running' } })
  sessions.stopTurn(TURN)
  while (sessions.get(id)?.state.kind === 'running') await sessions.read(id, 50, SIGNAL)
  expect(sessions.get(id)).toMatchObject({ state: { kind: 'ended' } })
})

const PLACE = { workspace: '/w', cwd: '/w', home: '/home/ana' }

async function callOf(tool: string, args: unknown, threadId = THREAD) {
  const belt = new Toolbelt(sessionTools(sessions, laterFilesIn('/none').guard))
  const parsed = await parseCall(
    belt,
    { providerId: 'p', name: tool, input: JSON.stringify(args) },
    { id: CallId.parse('call_1'), threadId, turnId: TURN, parentId: null, depth: 0, place: PLACE },
  )
  if (!parsed.ok) throw new Error(parsed.result.text)
  return parsed
}

test('terminal.input asks in every mode, whatever rule is set, and shows keys that are no letters', async () => {
  fresh()
  const id = await start('exec cat', { pty: true })
  const { call } = await callOf('terminal.input', { session: id, text: 'rm -rf x\n\u0003' })
  const lists = { allow: ['terminal.input', 'terminal.*', `terminal.input(${id} *)`] }
  for (const mode of MODES.keys()) {
    const policy = compilePolicy({ mode, layers: [{ layer: 'user', lists }] })
    const { verdict } = decide({ tool: call.facts, specifier: call.specifier, place: PLACE }, policy)
    expect([mode, verdict]).toEqual([mode, mode === 'plan' ? 'block' : 'ask'])
  }
  expect(call.body).toEqual({
    kind: 'arguments',
    entries: [
      { name: 'process', value: id },
      { name: 'runs', value: 'exec cat' },
      { name: 'types', value: 'rm -rf x⏎\n<Ctrl-C>' },
    ],
  })
})

test.each(['terminal.read', 'terminal.stop', 'terminal.input'])(
  '%s knows no process of another chat',
  async (name) => {
    fresh()
    const id = await start('exec sleep 100', { pty: true })
    const { call, tool } = await callOf(name, { session: id, text: 'x' }, OTHER)
    expect(await runUngated(tool, call)).toMatchObject({ ok: false, code: 'not_found' })
    expect(sessions.get(id)).toMatchObject({ state: { kind: 'running' } })
  },
)

/** For what a tool itself answers: the gate that would stand before it is tested elsewhere. */
function runUngated(tool: Tool, call: Awaited<ReturnType<typeof callOf>>['call']): Promise<ToolOutcome> {
  const signed = { call } as unknown as Parameters<Tool['run']>[0] // only the gate can make one; a test may stand in for it
  return tool.run(signed, {
    call,
    place: PLACE,
    signal: SIGNAL,
    grounds: { via: 'person', mode: 'default' },
    output: () => {},
    ask: () => Promise.resolve({ allowed: false, answered: false, words: '' }),
    judging: () => Promise.reject(new Error('not asked')),
    mayAct: () => Promise.resolve(true),
  })
}
