/** @module-tag slow */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findReaper } from '../../processes/reaper.ts'
import { runCommand, type CommandEnd } from './run-command.ts'
import type { ProcessParts } from './start-process.ts'
import { alive, uniqueSleep } from './testing/sleepers.ts'

let folder: string
let withReaper: ProcessParts
const WITHOUT: ProcessParts = { reaper: undefined }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-terminal-'))
  withReaper = { reaper: await findReaper() }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let runs = 0
function run(
  command: string,
  options: {
    readonly parts?: ProcessParts
    readonly pty?: boolean
    readonly timeout?: number
    readonly signal?: AbortSignal
    show?(text: string): void
  } = {},
): Promise<CommandEnd> {
  runs += 1
  return runCommand(
    options.parts ?? withReaper,
    {
      command,
      cwd: folder,
      home: folder,
      pty: options.pty ?? false,
      marker: `test-${process.pid}-${runs}`,
      timeout: options.timeout ?? 60_000,
      show: options.show ?? (() => {}),
    },
    options.signal ?? new AbortController().signal,
  )
}

test.each([
  ['prints', 'echo out; echo err >&2; echo more', { kind: 'exited', code: 0, output: 'out\nerr\nmore\n' }],
  ['fails', 'exit 3', { kind: 'exited', code: 3, output: '' }],
  ['is killed', 'kill -9 $$', { kind: 'exited', code: 137, output: '' }],
  ['reads nothing', 'cat', { kind: 'exited', code: 0, output: '' }],
  ['has no terminal', '[ -t 1 ] || echo none', { kind: 'exited', code: 0, output: 'none\n' }],
])('a command %s', async (_name, command, end) => {
  expect(await run(command)).toEqual(end)
})

test('on a terminal it has one, and its output comes without control sequences', async () => {
  const command = String.raw`[ -t 0 ] && [ -t 1 ] && tty | grep -q pts && printf '\033[31mred\033[0m\n\033]0;title\007done\n'`
  expect(await run(command, { pty: true })).toEqual({ kind: 'exited', code: 0, output: 'red\ndone\n' })
})

test('the environment is clean: no keys of ours, nothing that loads code', async () => {
  const before = { ...process.env }
  Object.assign(process.env, {
    ANTHROPIC_API_KEY: 'k',
    DATABASE_URL: 'd',
    BASH_ENV: '/x',
    LD_LIBRARY_PATH: '/y',
    GIT_DIR: '/z',
  })
  try {
    const ended = await run('env')
    const names = ended.kind === 'exited' ? ended.output.split('\n').map((line) => line.split('=')[0]) : []
    const known = [
      'COUNTERSIGN_CALL',
      'GIT_OPTIONAL_LOCKS',
      'GIT_PAGER',
      'GIT_TERMINAL_PROMPT',
      'HOME',
      'LANG',
      'LC_ALL',
      'LC_CTYPE',
      'LOGNAME',
      'PAGER',
      'PATH',
      'PWD',
      'SHELL',
      'SHLVL',
      'TERM',
      'TMPDIR',
      'TZ',
      'USER',
      '_',
      '',
    ]
    expect(names.filter((name) => name !== undefined && !known.includes(name))).toEqual([])
  } finally {
    process.env = before
  }
})

test('no start-up file is read', async () => {
  await writeFile(join(folder, '.bashrc'), 'echo from bashrc')
  await writeFile(join(folder, '.bash_profile'), 'echo from profile')
  expect(await run('echo only')).toEqual({ kind: 'exited', code: 0, output: 'only\n' })
})

test('output is shown while it runs', async () => {
  const go = join(folder, 'go')
  const shown: string[] = []
  const ended = run(`echo first; until [ -e ${go} ]; do sleep 0.02; done; echo second`, {
    show: (text) => shown.push(text),
  })
  await until(() => shown.join('').includes('first'))
  expect(shown.join('')).not.toContain('second')
  await writeFile(go, '')
  await ended
  expect(shown.join('')).toBe('first\nsecond\n')
})

test('a gigabyte of output uses bounded memory; its beginning and end are kept', async () => {
  const start = process.memoryUsage().rss
  let most = start
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const ended = await run("echo first; head -c 1073741824 /dev/zero | tr '\\0' x; echo; echo last", {
    timeout: 300_000,
  })
  clearInterval(watch)
  expect(ended.kind).toBe('exited')
  const output = 'output' in ended ? ended.output : ''
  expect(output.startsWith('first\nxxx')).toBe(true)
  expect(output.endsWith('xxx\nlast\n')).toBe(true)
  expect(output).toMatch(/\n\[10737\d{5} bytes left out\]\n/)
  expect(output.length).toBeLessThan(41_000)
  expect(most - start).toBeLessThan(250_000_000)
}, 300_000)

/** Commands that leave something behind that tries to outlive them. `SLEEP` is a program that can be told from all others. */
const LEFT_BEHIND = [
  ['a child in the background', 'SLEEP &'],
  ['a new session', 'setsid SLEEP & '],
  ['an orphan in a new session', '(setsid SLEEP &)'],
  ['without a hang-up', 'nohup setsid SLEEP >/dev/null 2>&1 &'],
  ['one that hears no signal', "(trap '' TERM HUP INT; setsid SLEEP) &"],
  [
    'two forks and a session',
    `perl -MPOSIX -e 'exit if fork; setsid; exit if fork; open STDOUT, ">/dev/null"; exec qw(SLEEP)'`,
  ],
  ['a disowned one', 'SLEEP & disown -a'],
  [
    'a tree',
    'f() { if [ $1 -gt 0 ]; then f $(($1-1)) & f $(($1-1)) & wait; else exec setsid SLEEP; fi; }; f 4 & sleep 0.2',
  ],
  [
    'one that hops from fork to fork',
    `perl -MPOSIX -e 'setsid; for (1..300) { exit if fork; select undef, undef, undef, 0.005 } exec qw(SLEEP)' & sleep 0.1`,
  ],
] as const
const MARKED = LEFT_BEHIND.filter(([name]) => /session$|tree/.test(name))
/** Those that also throw their environment away: only a reaper finds them. */
const UNMARKED = [
  ['an empty environment', 'env -i setsid SLEEP </dev/null >/dev/null 2>&1 &'],
  [
    'an empty environment, two forks',
    `env -i perl -MPOSIX -e 'exit if fork; setsid; exit if fork; close $_ for *STDIN, *STDOUT, *STDERR; exec qw(SLEEP)' & sleep 0.2`,
  ],
] as const

const each = (cases: readonly (readonly [string, string])[], reapers: readonly boolean[]) =>
  reapers.flatMap((reaper) => cases.map(([name, command]) => [name, reaper, command] as const))

test.each([...each(LEFT_BEHIND, [true]), ...each(MARKED, [false]), ...each(UNMARKED, [true])])(
  'nothing outlives its command: %s (reaper: %s)',
  async (_name, reaper, command) => {
    const sleep = uniqueSleep()
    await run(command.replaceAll('SLEEP', sleep), { parts: reaper ? withReaper : WITHOUT })
    expect(await alive(sleep)).toEqual([])
  },
)

test.each([...each(LEFT_BEHIND, [true]), ...each(MARKED, [false]), ...each(UNMARKED, [true])])(
  'nothing outlives a stop: %s (reaper: %s)',
  async (_name, reaper, command) => {
    const sleep = uniqueSleep()
    const stop = new AbortController()
    const text = `${command.replaceAll('SLEEP', sleep)}\necho ready; while :; do sleep 1; done`
    const parts = reaper ? withReaper : WITHOUT
    const ended = run(text, {
      parts,
      signal: stop.signal,
      show: (shown) => shown.includes('ready') && stop.abort(),
    })
    expect((await ended).kind).toBe('stopped')
    expect(await alive(sleep)).toEqual([])
  },
)

test('a command that kills its reaper is found by its marker', async () => {
  const sleep = uniqueSleep()
  await run(`setsid ${sleep} & kill -9 $PPID; sleep 30`)
  expect(await alive(sleep)).toEqual([])
})

test('one that goes on starting others is ended on a terminal too', async () => {
  const sleep = uniqueSleep()
  const stop = new AbortController()
  const text = `trap '' INT TERM HUP; echo ready; while :; do setsid ${sleep} & sleep 0.02; done`
  const ended = run(text, {
    pty: true,
    signal: stop.signal,
    show: (shown) => shown.includes('ready') && stop.abort(),
  })
  expect((await ended).kind).toBe('stopped')
  expect(await alive(sleep)).toEqual([])
})

test('the time runs out, and what was printed is kept', async () => {
  const sleep = uniqueSleep()
  const ended = await run(`echo begun; ${sleep}`, { timeout: 500 })
  expect(ended).toEqual({ kind: 'timed_out', output: 'begun\n' })
  expect(await alive(sleep)).toEqual([])
})

test('a server that is killed takes its commands along', async () => {
  const sleep = uniqueSleep()
  const script = `
    import { findReaper } from '${import.meta.dirname}/../../processes/reaper.ts'
    import { startProcess } from '${import.meta.dirname}/start-process.ts'
    const start = { command: 'env -i setsid ${sleep} & ${sleep}', cwd: '/', home: '/', pty: false, marker: 'x' }
    await startProcess({ reaper: await findReaper() }, start, () => {})`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  await until(async () => (await alive(sleep)).length === 2)
  server.kill('SIGKILL')
  await until(async () => (await alive(sleep)).length === 0)
})

test.each([
  ['another system', { platform: 'darwin', arch: 'arm64' }],
  ['an unknown processor', { platform: 'linux', arch: 'riscv64' }],
  ['no perl', { platform: 'linux', arch: 'x64', perl: '/nowhere/perl' }],
])('there is no reaper on %s', async (_name, machine) => {
  expect(await findReaper(machine)).toBeUndefined()
})

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20)
}
