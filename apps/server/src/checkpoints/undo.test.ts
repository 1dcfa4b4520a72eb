/** @module-tag slow */
import fc from 'fast-check'
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toolBench, type Passed, type ToolBench } from '../tools/testing/tool-bench.ts'
import type { Checkpoint } from './checkpoints.ts'
import { undoChanges } from './undo.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench()
})
afterEach(() => bench.close())

const inside = (name: string) => join(bench.workspace, name)
const text = (name: string) => readFile(inside(name), 'utf8')
const GO = { dryRun: false, skipConflicts: false }

async function undo(calls: readonly Passed[], options = GO) {
  const kept = await Promise.all(calls.map(({ call }) => bench.checkpoints.read(call.id)))
  const found = kept.filter((checkpoint): checkpoint is Checkpoint => checkpoint !== undefined)
  return undoChanges(bench.checkpoints, found, options)
}

/** Everything below a folder: kinds, bytes, permissions, where links point. */
async function picture(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const mode = ((await lstat(path)).mode & 0o7777).toString(8)
    const content = entry.isSymbolicLink()
      ? `-> ${await readlink(path)}`
      : entry.isFile()
        ? (await readFile(path)).toString('hex')
        : ''
    found[path.slice(folder.length)] = `${entry.isDirectory() ? 'folder' : 'file'} ${mode} ${content}`
  }
  return found
}

describe('one call', () => {
  test.each([
    ['files.write', { path: 'a.txt', content: 'new' }],
    ['files.write', { path: 'x/y/new.txt', content: 'new' }],
    ['files.edit', { path: 'a.txt', edits: [{ old_text: 'old', new_text: 'new' }] }],
    ['files.create', { path: 'x/new.txt', content: 'new' }],
    ['files.create', { path: 'x/y/' }],
    ['files.rename', { from: 'a.txt', to: 'x/b.txt' }],
    ['files.rename', { from: 'folder', to: 'other' }],
    ['files.delete', { path: 'a.txt' }],
    ['files.delete', { path: 'folder' }],
    ['files.delete', { path: 'link' }],
  ])('%s %j is taken back, bytes and permissions', async (tool, args) => {
    await writeFile(inside('a.txt'), 'old\n')
    await chmod(inside('a.txt'), 0o640)
    await mkdir(inside('folder/deep'), { recursive: true })
    await writeFile(inside('folder/deep/b.bin'), Buffer.from([0, 255, 1]))
    await chmod(inside('folder/deep'), 0o711)
    await symlink('a.txt', inside('link'))
    const before = await picture(bench.workspace)
    const call = await bench.call(tool, args)
    expect(call.result.state).toBe('succeeded')
    expect(await picture(bench.workspace)).not.toEqual(before)
    expect(await undo([call])).toMatchObject({ done: true, conflicts: [] })
    expect(await picture(bench.workspace)).toEqual(before)
    // Once more: there is nothing left to do, and nothing in the way.
    expect(await undo([call])).toEqual({ done: true, steps: [], conflicts: [] })
  })
})

describe('conflicts are shown and never overwritten', () => {
  test.each([
    ['files.write', { path: 'a.txt', content: 'new' }, () => writeFile(inside('a.txt'), 'theirs'), 'a.txt'],
    ['files.write', { path: 'a.txt', content: 'new' }, () => chmod(inside('a.txt'), 0o600), 'a.txt'],
    ['files.write', { path: 'a.txt', content: 'new' }, () => rm(inside('a.txt')), 'a.txt'],
    ['files.delete', { path: 'a.txt' }, () => writeFile(inside('a.txt'), 'theirs'), 'a.txt'],
    ['files.rename', { from: 'a.txt', to: 'b.txt' }, () => writeFile(inside('a.txt'), 'theirs'), 'a.txt'],
    ['files.rename', { from: 'a.txt', to: 'b.txt' }, () => rm(inside('b.txt')), 'b.txt'],
  ])('%s %j', async (tool, args, meddle, path) => {
    await writeFile(inside('a.txt'), 'old\n')
    await chmod(inside('a.txt'), 0o644)
    const call = await bench.call(tool, args)
    await meddle()
    const before = await picture(bench.workspace)
    const tried = await undo([call])
    expect(tried).toMatchObject({ done: false, conflicts: [{ path: inside(path) }] })
    expect(await undo([call], { dryRun: false, skipConflicts: true })).toMatchObject({ done: true })
    expect(await picture(bench.workspace)).toEqual(before)
  })

  test('the rest is put back when conflicts are left as they are', async () => {
    await writeFile(inside('a.txt'), 'a\n')
    await writeFile(inside('b.txt'), 'b\n')
    const calls = [
      await bench.call('files.write', { path: 'a.txt', content: 'new' }),
      await bench.call('files.write', { path: 'b.txt', content: 'new' }),
    ]
    await writeFile(inside('a.txt'), 'theirs')
    expect(await undo(calls)).toMatchObject({ done: false })
    expect(await text('b.txt')).toBe('new')
    expect(await undo(calls, { dryRun: true, skipConflicts: true })).toMatchObject({ done: false })
    expect(await text('b.txt')).toBe('new')
    await undo(calls, { dryRun: false, skipConflicts: true })
    expect([await text('a.txt'), await text('b.txt')]).toEqual(['theirs', 'b\n'])
  })

  test('a call that a later one built on cannot be taken back alone', async () => {
    const first = await bench.call('files.create', { path: 'a.txt', content: 'one\n' })
    const second = await bench.call('files.edit', {
      path: 'a.txt',
      edits: [{ old_text: 'one', new_text: 'two' }],
    })
    expect(await undo([first])).toMatchObject({ done: false })
    expect(await undo([second])).toMatchObject({ done: true })
    expect(await text('a.txt')).toBe('one\n')
  })

  test('a folder that someone put something into stays', async () => {
    const call = await bench.call('files.create', { path: 'new/a.txt', content: '' })
    await writeFile(inside('new/theirs.txt'), 'theirs')
    await undo([call])
    expect(await readdir(inside('new'))).toEqual(['theirs.txt'])
  })

  test('a folder that became a link is not followed', async () => {
    await mkdir(inside('folder'))
    await writeFile(inside('folder/a.txt'), 'old\n')
    const call = await bench.call('files.write', { path: 'folder/a.txt', content: 'new' })
    await rename(inside('folder'), join(bench.outside, 'folder'))
    await symlink(join(bench.outside, 'folder'), inside('folder'))
    await undo([call], { dryRun: false, skipConflicts: true })
    expect(await readFile(join(bench.outside, 'folder/a.txt'), 'utf8')).toBe('new')
  })
})

describe('a turn', () => {
  const names = ['a', 'b', 'd/a', 'd/b', 'd/e/a', 'f'] as const
  const name = fc.constantFrom(...names)
  const operation = fc.oneof(
    fc.record({ tool: fc.constant('files.write'), path: name, content: fc.string({ maxLength: 8 }) }),
    fc.record({ tool: fc.constant('files.create'), path: name, content: fc.string({ maxLength: 8 }) }),
    fc.record({
      tool: fc.constant('files.edit'),
      path: name,
      edits: fc.constant([{ old_text: 'x', new_text: 'yx', all: true }]),
    }),
    fc.record({ tool: fc.constant('files.rename'), from: fc.constantFrom(...names, 'd', 'd/e'), to: name }),
    fc.record({ tool: fc.constant('files.delete'), path: fc.constantFrom(...names, 'd', 'd/e') }),
  )

  test('any sequence of calls is taken back to where it began', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
        await rm(bench.workspace, { recursive: true })
        await mkdir(inside('d/e'), { recursive: true })
        await chmod(inside('d/e'), 0o750)
        for (const [index, file] of ['a', 'd/a', 'd/e/a'].entries()) {
          await writeFile(inside(file), `x${index}\n`)
          await chmod(inside(file), [0o600, 0o755, 0o444][index] ?? 0o644)
        }
        const before = await picture(bench.workspace)
        const calls: Passed[] = []
        for (const { tool, ...args } of operations) calls.push(await bench.call(tool, args))
        const result = await undo(calls)
        expect(result).toMatchObject({ done: true, conflicts: [] })
        expect(await picture(bench.workspace)).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })
})
