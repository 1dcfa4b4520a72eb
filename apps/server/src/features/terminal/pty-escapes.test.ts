/** @module-tag slow */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findReaper } from '../../processes/reaper.ts'
import { runCommand, type CommandEnd } from './run-command.ts'
import type { ProcessParts } from './start-process.ts'
import { alive, uniqueSleep } from './testing/sleepers.ts'

let folder: string
let parts: ProcessParts
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-pty-'))
  parts = { reaper: await findReaper() }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let runs = 0
function run(command: string, stopAt?: string): Promise<CommandEnd> {
  runs += 1
  const stop = new AbortController()
  let seen = ''
  return runCommand(
    parts,
    {
      command,
      cwd: folder,
      home: folder,
      pty: true,
      marker: `pty-${process.pid}-${runs}`,
      timeout: 60_000,
      show: (text) => {
        seen += text
        if (stopAt !== undefined && seen.includes(stopAt)) stop.abort()
      },
    },
    stop.signal,
  )
}

/** Ways out of a terminal. `SLEEP` is a program that can be told from all others. */
const WAYS_OUT = [
  ['a new session', 'setsid SLEEP </dev/null >/dev/null 2>&1 &'],
  [
    'two forks, a session, and no terminal',
    `perl -MPOSIX -e 'exit if fork; setsid; exit if fork; POSIX::close($_) for 0..2; exec qw(SLEEP)'`,
  ],
  [
    'a terminal of its own',
    `perl -MPOSIX -e 'open(my $m, "+<", "/dev/ptmx"); exit if fork; setsid; exec qw(SLEEP)' & sleep 0.2`,
  ],
  ['job control and a stopped job', 'set -m; SLEEP & kill -STOP %1'],
  ['deaf to a hang-up', `trap '' HUP TERM INT; nohup SLEEP >/dev/null 2>&1 &`],
  ['an empty environment', 'env -i setsid SLEEP </dev/null >/dev/null 2>&1 &'],
] as const

test.each(WAYS_OUT)('on a terminal nothing outlives its command: %s', async (_name, command) => {
  const sleep = uniqueSleep()
  await run(command.replaceAll('SLEEP', sleep))
  expect(await alive(sleep)).toEqual([])
})

test.each(WAYS_OUT)('on a terminal nothing outlives a stop: %s', async (_name, command) => {
  const sleep = uniqueSleep()
  const ended = await run(
    `${command.replaceAll('SLEEP', sleep)}\necho ready; while :; do sleep 1; done`,
    'ready',
  )
  expect(ended.kind).toBe('stopped')
  expect(await alive(sleep)).toEqual([])
})

test.each([
  ['where the cursor is', String.raw`\033[6n`],
  ['what it is', String.raw`\033[c`],
  ['its title, which someone else may have set', String.raw`\033]0;rm -rf ~\007\033[21t`],
  ['what is in the clipboard', String.raw`\033]52;c;?\007`],
])('a terminal that is asked %s types no answer', async (_what, sequence) => {
  const command = `stty -icanon -echo; printf '${sequence}'; if IFS= read -r -t 1 -n 1 x; then echo "typed $x"; else echo silence; fi`
  expect(await run(command)).toEqual({ kind: 'exited', code: 0, output: 'silence\n' })
})

test('a command has no descriptors but its own three, and its terminal is not ours', async () => {
  const ended = await run(
    String.raw`exec perl -e 'for (glob "/proc/$$/fd/*") { my $to = readlink or next; s{.*/}{}; print "$_ $to\n" } exec "tty"'`,
  )
  const lines = 'output' in ended ? ended.output.trim().split('\n') : []
  const own = lines.at(-1) ?? ''
  expect(own).toMatch(/^\/dev\/pts\/\d+$/)
  expect(lines.slice(0, -1)).toEqual(['0', '1', '2'].map((number) => `${number} ${own}`))
})

test('keys that a command pushes into its own terminal reach nobody else', async () => {
  const sleep = uniqueSleep()
  // TIOCSTI, where the system still has it.
  const push = `perl -e 'for (split //, "${sleep} &\\n") { ioctl(STDIN, 0x5412, my $c = $_) }' 2>/dev/null`
  expect((await run(`${push}; echo done`)).kind).toBe('exited')
  expect(await alive(sleep)).toEqual([])
})
