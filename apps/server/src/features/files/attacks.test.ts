/** @module-tag slow */
import { execFile } from 'node:child_process'
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toolBench, type ToolBench } from '../../tools/testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench()
  await writeFile(join(bench.outside, 'secret.txt'), 'outside secret\n')
})
afterEach(() => bench.close())

const inside = (name: string) => join(bench.workspace, name)
/** Everything outside is as it was. */
async function nothingHappened(): Promise<void> {
  expect(await readdir(bench.outside)).toEqual(['secret.txt'])
  expect(await readFile(join(bench.outside, 'secret.txt'), 'utf8')).toBe('outside secret\n')
}

/** Each tool, with arguments that touch `target`. */
const USES: readonly (readonly [string, (target: string) => object])[] = [
  ['files.read', (path) => ({ path })],
  ['files.list', (path) => ({ path })],
  ['files.search', (path) => ({ path, pattern: 'secret' })],
  ['files.write', (path) => ({ path, content: 'mine\n' })],
  ['files.create', (path) => ({ path, content: 'mine\n' })],
  ['files.edit', (path) => ({ path, edits: [{ old_text: 'secret', new_text: 'mine' }] })],
  ['files.rename', (from) => ({ from, to: 'taken-in.txt' })],
  ['files.rename', (to) => ({ from: 'own.txt', to })],
  ['files.delete', (path) => ({ path })],
]

describe('a path that leads out, in any spelling, asks in every mode', () => {
  const spellings = [
    '../outside/secret.txt',
    './../outside/secret.txt',
    'folder/../../outside/secret.txt',
    'folder//..//..//outside/secret.txt',
    '/%OUTSIDE%/secret.txt',
    'way-out/secret.txt',
    'folder/deep/secret.txt',
    'folder/../way-out/./secret.txt',
  ]
  test.each(USES.flatMap(([tool, args]) => spellings.map((spelling) => [tool, spelling, args] as const)))(
    '%s %s',
    async (tool, spelling, args) => {
      await mkdir(inside('folder'))
      await writeFile(inside('own.txt'), 'own\n')
      await symlink(bench.outside, inside('way-out'))
      await symlink('../../outside', inside('folder/deep'))
      const path = spelling.replace('/%OUTSIDE%', bench.outside)
      const { states, result } = await bench.call(tool, args(path), { answer: 'no' })
      expect([states, result.code]).toEqual([['waiting', 'denied'], 'denied'])
      await nothingHappened()
    },
  )
})

describe('what changes its place after it was judged is not followed', () => {
  /** While a person thinks, the folder becomes a link to the outside. */
  const swap = async () => {
    await rename(inside('folder'), inside('folder-before'))
    await symlink(bench.outside, inside('folder'))
  }
  test.each(USES.map(([tool, args]) => [tool, JSON.stringify(args('folder/secret.txt')), args] as const))(
    '%s %s',
    async (tool, _shown, args) => {
      await mkdir(inside('folder'))
      if (tool !== 'files.create') await writeFile(inside('folder/secret.txt'), 'own secret\n')
      await writeFile(inside('own.txt'), 'own\n')
      if (JSON.stringify(args('folder/secret.txt')).includes('own.txt')) await rm(inside('folder/secret.txt'))
      bench.policy({ mode: 'strict', layers: [] })
      const { result } = await bench.call(tool, args('folder/secret.txt'), { meanwhile: swap })
      expect(result).toMatchObject({ state: 'failed', code: 'stale' })
      await nothingHappened()
    },
  )
})

describe('a link that is swapped in again and again is never followed', () => {
  // Each round the folder is, at some moment, a folder of the workspace and a link to the outside.
  const ROUNDS = 15
  test.each(USES.map(([tool, args]) => [tool, JSON.stringify(args('folder/secret.txt')), args] as const))(
    '%s %s',
    async (tool, _shown, args) => {
      await mkdir(inside('real'))
      await symlink(bench.outside, inside('link'))
      await rename(inside('real'), inside('folder'))
      const stop = new AbortController()
      const swapper = execFile(
        'bash',
        [
          '-c',
          'while :; do mv -T folder real; mv -T link folder; mv -T folder link; mv -T real folder; done',
        ],
        { cwd: bench.workspace, signal: stop.signal },
      )
      const ended = new Promise((resolve) => swapper.once('close', resolve))
      swapper.once('error', () => undefined)
      // Whoever asks is told no: only what is judged to be inside runs.
      const texts: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        await writeFile(inside('own.txt'), 'own\n')
        const { result } = await bench
          .call(tool, args('folder/secret.txt'), { answer: tool === 'files.delete' ? 'yes' : 'no' })
          .catch((cause: unknown) => ({ result: { text: String(cause), state: 'failed' } }))
        if (tool !== 'files.delete' || result.state !== 'succeeded') texts.push(result.text)
      }
      stop.abort()
      await ended
      expect(texts.join('\n')).not.toContain('outside secret')
      if (tool !== 'files.delete') await nothingHappened()
    },
  )
})

describe('second names', () => {
  test('a file that has a second name asks before it is read, and writing leaves the other name alone', async () => {
    await link(join(bench.outside, 'secret.txt'), inside('innocent.txt'))
    const read = await bench.call('files.read', { path: 'innocent.txt' }, { answer: 'no' })
    expect(read.states).toEqual(['waiting', 'denied'])
    const written = await bench.call('files.write', { path: 'innocent.txt', content: 'mine\n' })
    expect(written.states[0]).toBe('waiting')
    expect(written.result.text).toContain('these keep the old content')
    await nothingHappened()
  })

  test('a rule for the path opens it', async () => {
    await link(join(bench.outside, 'secret.txt'), inside('innocent.txt'))
    bench.policy({
      mode: 'default',
      layers: [{ layer: 'user', lists: { allow: ['files.read(/innocent.txt)'] } }],
    })
    expect((await bench.call('files.read', { path: 'innocent.txt' })).result.text).toBe('outside secret\n')
  })
})

test('a link is deleted and renamed itself, never what it points to', async () => {
  await symlink(join(bench.outside, 'secret.txt'), inside('link.txt'))
  await bench.call('files.rename', { from: 'link.txt', to: 'other.txt' })
  expect((await bench.call('files.delete', { path: 'other.txt' })).result.state).toBe('succeeded')
  expect(await readdir(bench.workspace)).toEqual([])
  await nothingHappened()
})

test('a link that leads nowhere is not written through', async () => {
  await symlink(join(bench.outside, 'new.txt'), inside('dangling'))
  for (const tool of ['files.write', 'files.create'])
    expect((await bench.call(tool, { path: 'dangling', content: 'x' })).result.state).toBe('failed')
  await nothingHappened()
})

test('a pipe is not waited for', async () => {
  await promisify(execFile)('mkfifo', [inside('pipe')])
  for (const [tool, args] of USES.slice(0, 6)) {
    const { result } = await bench.call(tool, args('pipe'))
    expect([tool, result.state === 'failed' || result.text.startsWith('No matches.')]).toEqual([tool, true])
  }
})

test('what is mounted into the workspace asks', async () => {
  await mkdir(inside('mounted'))
  const mounted = await promisify(execFile)('mount', ['--bind', bench.outside, inside('mounted')]).then(
    () => true,
    () => false,
  )
  // Only a privileged user can mount.
  if (!mounted) return
  try {
    const read = await bench.call('files.read', { path: 'mounted/secret.txt' }, { answer: 'no' })
    expect(read.states).toEqual(['waiting', 'denied'])
    const write = await bench.call(
      'files.write',
      { path: 'mounted/new/x.txt', content: 'x' },
      { answer: 'no' },
    )
    expect(write.states).toEqual(['waiting', 'denied'])
    expect((await bench.call('files.search', { pattern: 'outside' })).result.text).toContain('No matches.')
    expect((await bench.call('files.list', { depth: 3 })).result.text).not.toContain('secret.txt')
    await nothingHappened()
  } finally {
    await promisify(execFile)('umount', [inside('mounted')])
  }
})
