/** @module-tag slow */
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Toolbelt } from '@countersign/agent'
import { terminalBenches, type TerminalBenches } from '../features/terminal/testing/terminal-benches.ts'
import { toolBench, type Passed, type ToolBench } from '../tools/testing/tool-bench.ts'
import type { Checkpoint } from './checkpoints.ts'
import { undoChanges } from './undo.ts'
import { workspaceSnapshots, type Snapshot } from './workspace-snapshots.ts'

const clock = { now: () => Date.now() }

let benches: TerminalBenches
beforeAll(async () => {
  benches = await terminalBenches()
})
afterAll(() => benches.close())

let bench: ToolBench
beforeEach(async () => {
  bench = await benches.bench()
  for (const name of ['src', 'src/deep', 'gone', 'gone/below']) await mkdir(inside(name))
  await writeFile(inside('a.txt'), 'old\r\n')
  await writeFile(inside('src/tool.sh'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(inside('src/deep/bytes'), Buffer.from([0, 255, 10, 13, 0]))
  await writeFile(inside('gone/below/b.txt'), 'b')
  await symlink('a.txt', inside('link'))
})
afterEach(() => bench.close())

const inside = (name: string) => join(bench.workspace, name)
const exec = (command: string, options = {}) => bench.call('terminal.exec', { command }, options)
const GO = { dryRun: false, skipConflicts: false }

async function undo(calls: readonly Passed[], options = GO) {
  const kept = await Promise.all(calls.map(({ call }) => bench.checkpoints.read(call.id)))
  const found = kept.filter((checkpoint): checkpoint is Checkpoint => checkpoint !== undefined)
  return undoChanges(bench.checkpoints, found, options)
}

/** Everything below a folder: kinds, bytes, permissions of files, where links point. */
async function picture(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(bench.workspace, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const mode = ((await lstat(path)).mode & 0o7777).toString(8)
    found[path.slice(bench.workspace.length)] = entry.isSymbolicLink()
      ? `-> ${await readlink(path)}`
      : entry.isFile()
        ? `${mode} ${(await readFile(path)).toString('hex')}`
        : 'folder'
  }
  return found
}

describe('undo of a command puts back bytes, modes, links and folders', () => {
  test.each([
    ['changes a file', 'echo new > a.txt'],
    [
      'changes a file in its place, and its time back',
      'touch -r a.txt t; printf xxx | dd of=a.txt conv=notrunc; touch -r t a.txt; rm t',
    ],
    ['makes files and folders', 'mkdir -p x/y/z; echo 1 > x/1; echo 2 > x/y/2; ln -s ../a.txt x/l'],
    ['removes a folder', 'rm -rf gone'],
    ['changes permissions', 'chmod 600 src/tool.sh a.txt'],
    ['moves things about', 'mv gone moved; mv a.txt src/a.txt; mv src/deep/bytes bytes'],
    ['puts a folder in the place of a file', 'rm a.txt; mkdir a.txt; echo in > a.txt/in'],
    ['puts a file in the place of a folder', 'rm -r gone; echo now > gone'],
    ['points a link elsewhere', 'ln -sfn src link'],
    ['puts a file in the place of a link', 'rm link; echo plain > link'],
    ['fails after it did something', 'echo new > a.txt; exit 3'],
    ['has odd names', String.raw`printf x > $'new\nline'; printf y > '-n *'; rm src/tool.sh`],
    ['changes what is ignored', 'echo a.txt > .gitignore; echo new > a.txt; rm -r gone'],
  ])('%s', async (_what, command) => {
    const before = await picture()
    const done = await exec(command)
    expect(await picture()).not.toEqual(before)
    expect(done.result.changed?.length).toBeGreaterThan(0)
    expect(await undo([done])).toMatchObject({ done: true, conflicts: [] })
    expect(await picture()).toEqual(before)
  })

  test('a whole turn of commands and file tools, the newest first', async () => {
    const before = await picture()
    const calls = [
      await exec('echo one > a.txt; mkdir made'),
      await bench.call('files.write', { path: 'a.txt', content: 'two' }),
      await exec('sed -i s/two/three/ a.txt; mv a.txt made/a.txt'),
      await bench.call('files.rename', { from: 'made/a.txt', to: 'made/b.txt' }),
      await exec('rm -r made gone'),
    ]
    expect(await undo(calls)).toMatchObject({ done: true, conflicts: [] })
    expect(await picture()).toEqual(before)
  })
})

test('what was changed since is a conflict: shown, and not overwritten', async () => {
  const done = await exec('echo agent > a.txt; echo agent > new.txt; rm -r gone')
  await writeFile(inside('a.txt'), 'mine')
  await writeFile(inside('new.txt'), 'mine too')
  const refused = await undo([done])
  expect(refused).toMatchObject({
    done: false,
    conflicts: [{ why: 'it has changed since' }, { why: 'it has changed since' }],
  })
  expect(await picture()).not.toHaveProperty(['/gone'])
  expect(await undo([done], { dryRun: false, skipConflicts: true })).toMatchObject({ done: true })
  expect(await readFile(inside('a.txt'), 'utf8')).toBe('mine')
  expect(await readFile(inside('new.txt'), 'utf8')).toBe('mine too')
  expect(await readFile(inside('gone/below/b.txt'), 'utf8')).toBe('b')
})

test('a file that was ignored and is no longer is not taken for new', async () => {
  await writeFile(inside('.gitignore'), 'secret.txt\n')
  await writeFile(inside('secret.txt'), 'kept by a person')
  const done = await exec('rm .gitignore; echo x >> a.txt')
  expect(await undo([done])).toMatchObject({ done: true, conflicts: [] })
  expect(await readFile(inside('secret.txt'), 'utf8')).toBe('kept by a person')
})

test('a command that is judged read-only costs nothing and keeps nothing', async () => {
  const { call, result } = await exec('cat a.txt; ls -l src')
  expect(result.changed).toBeUndefined()
  expect(await bench.checkpoints.read(call.id)).toBeUndefined()
  expect(await readdir(join(bench.home))).not.toContain('checkpoints')
})

test('a command that changes nothing has nothing to take back', async () => {
  const { call, result } = await exec('touch -c nothing-there; true > /dev/null')
  expect(result.changed).toBeUndefined()
  expect(await bench.checkpoints.read(call.id)).toBeUndefined()
})

test('the repository of a workspace is not touched, and what it names is not started', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: bench.workspace })
  git('init', '-q')
  git('config', 'core.fsmonitor', `touch ${join(bench.outside, 'started')}`)
  git('config', 'filter.evil.clean', `touch ${join(bench.outside, 'started')}; cat`)
  await writeFile(inside('.gitattributes'), '* filter=evil\n')
  const index = await stat(inside('.git')).then(({ mtimeMs }) => mtimeMs)
  const done = await exec('echo new > a.txt')
  expect(await undo([done])).toMatchObject({ done: true, conflicts: [] })
  expect((await stat(inside('.git'))).mtimeMs).toBe(index)
  expect(await readdir(bench.outside)).toEqual([])
})

test('a link that leads out is kept as a link: nothing outside is read or put back', async () => {
  await writeFile(join(bench.outside, 'theirs.txt'), 'theirs')
  await symlink(bench.outside, inside('out'))
  const done = await exec('echo changed > out/theirs.txt; rm out')
  expect(await undo([done])).toMatchObject({ done: true, conflicts: [] })
  expect(await readlink(inside('out'))).toBe(bench.outside)
  expect(await readFile(join(bench.outside, 'theirs.txt'), 'utf8')).toBe('changed\n')
})

test('a link that is swapped in again and again is not followed: what is outside is never kept', async () => {
  await writeFile(join(bench.outside, 'bytes'), 'outside secret')
  await symlink(bench.outside, inside('way-out'))
  const swap =
    'while :; do mv -T src/deep src/real; mv -T way-out src/deep; mv -T src/deep way-out; mv -T src/real src/deep; done'
  const stop = new AbortController()
  const swapper = execFile('bash', ['-c', swap], { cwd: bench.workspace, signal: stop.signal })
  const ended = new Promise((resolve) => swapper.once('close', resolve))
  swapper.once('error', () => undefined)
  const held: string[] = []
  const hold = (_hash: string, bytes: Buffer) => {
    held.push(bytes.toString('utf8'))
    return Promise.resolve()
  }
  for (let round = 0; round < 15; round += 1) {
    const snapshot = await workspaceSnapshots({ hold }, clock).take(bench.workspace)
    if (snapshot.kind === 'kept') await snapshot.changes()
  }
  stop.abort()
  await ended
  expect(held.length).toBeGreaterThan(0)
  expect(held).not.toContain('outside secret')
})

test.each<[string, Snapshot | Error]>([
  ['beforehand', new Error('no more descriptors')],
  [
    'afterwards',
    {
      kind: 'kept',
      changes: () => Promise.reject(new Error('no more descriptors')),
      lost: () => Promise.resolve([]),
    },
  ],
])('a workspace that cannot be looked at %s stops no command, and hides no result', async (_when, taken) => {
  const [exec] = benches.tools(bench.checkpoints, {
    take: () => (taken instanceof Error ? Promise.reject(taken) : Promise.resolve(taken)),
    beyond: () => Promise.resolve(new Set()),
  })
  const odd = await toolBench(() => new Toolbelt(exec ? [exec] : []))
  const { result } = await odd.call('terminal.exec', { command: 'echo did > it; cat it' })
  expect(result).toMatchObject({
    state: 'succeeded',
    text: 'did\n\n[these changes cannot be undone: no more descriptors]',
  })
  await odd.close()
})

describe('limits are said, and never guessed around', () => {
  test('node_modules and what is ignored are not kept', async () => {
    await mkdir(inside('node_modules'))
    await writeFile(inside('node_modules/x.js'), '1')
    await writeFile(inside('.gitignore'), 'build/\n')
    await mkdir(inside('build'))
    await writeFile(inside('build/out'), '1')
    const done = await exec('rm -r node_modules build; echo new > a.txt')
    expect(done.result.changed).toEqual([inside('a.txt')])
    expect(await undo([done])).toMatchObject({ done: true, conflicts: [] })
    expect(await readdir(bench.workspace)).not.toContain('node_modules')
  })

  test('a folder of too many files: nothing is kept, and the result says so', async () => {
    await bench.close()
    bench = await benches.bench({ things: 3 })
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(inside(name), name)
    const { result } = await exec('rm a')
    expect(result.text).toContain('cannot be undone: the folder has more than 3 files')
    expect(result.changed).toBeUndefined()
  })

  test.each([
    ['bytes', { bytes: 2 }],
    ['time', { time: -1 }],
  ])(
    'what is beyond the %s is known and not kept: it is said, and nothing is guessed',
    async (_what, limits) => {
      await bench.close()
      bench = await benches.bench(limits)
      await writeFile(inside('long'), 'long enough')
      const done = await exec('rm long; echo new > new')
      expect(done.result.text).toContain('[Undo does not bring back: long (too large, or too much to keep)]')
      expect(await undo([done], { dryRun: false, skipConflicts: true })).toMatchObject({
        conflicts: [{ why: 'its earlier content was not saved' }],
      })
      expect(await readdir(bench.workspace)).toEqual([])
    },
  )

  test('what is too large is a conflict and stays', async () => {
    await writeFile(inside('big'), '')
    await truncate(inside('big'), 30_000_000)
    const done = await exec('rm big; echo new > a.txt')
    const plan = await undo([done])
    expect(plan).toMatchObject({
      done: false,
      conflicts: [{ path: inside('big'), why: 'its earlier content was not saved' }],
    })
    await undo([done], { dryRun: false, skipConflicts: true })
    expect(await readFile(inside('a.txt'), 'utf8')).toBe('old\r\n')
  })
})

test('contents are read once: a second snapshot reads what changed, no more', async () => {
  await chmod(inside('a.txt'), 0o644)
  const held: string[] = []
  const snapshots = workspaceSnapshots(
    {
      hold: (hash) => {
        held.push(hash)
        return Promise.resolve()
      },
    },
    // Long after: nothing was changed just now.
    { now: () => Date.now() + 60_000 },
  )
  await snapshots.take(bench.workspace)
  expect(held).toHaveLength(4)
  await writeFile(inside('a.txt'), 'other')
  await snapshots.take(bench.workspace)
  expect(held).toHaveLength(5)
})
