import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashInputs } from './inputs.mjs'
import { exclusively } from './lock.mjs'
import { capture } from './spawn.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lib-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is done exclusively is done one after the other', async () => {
  const order: string[] = []
  const work = (name: string) =>
    exclusively(folder, 'build', async () => {
      order.push(`${name} in`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`${name} out`)
    })
  await Promise.all([work('a'), work('b')])
  const first = order[0] === 'a in' ? ['a', 'b'] : ['b', 'a']
  expect(order).toEqual(first.flatMap((name) => [`${name} in`, `${name} out`]))
})

test('a lock is given back after a failure', async () => {
  const failing = exclusively(folder, 'build', () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(existsSync(join(folder, 'build.lock'))).toBe(false)
})

test('a lock whose owner is dead is taken over', async () => {
  const { output } = await capture(process.execPath, ['-p', 'process.pid'])
  writeFileSync(join(folder, 'build.lock'), output.trim())
  expect(await exclusively(folder, 'build', async () => 'done')).toBe('done')
})

test.each([
  ['another content', 'src/a.ts', 'const a = 2\n', true],
  ['another file', 'src/b.ts', 'const b = 1\n', true],
  ['the same content again', 'src/a.ts', 'const a = 1\n', false],
  ['a test', 'src/a.test.ts', 'test()\n', false],
  ['a text', 'src/README.md', '# Read me\n', false],
  ['what was built', 'src/dist/a.js', 'a\n', false],
  ['what was installed', 'src/node_modules/a.js', 'a\n', false],
])('%s: %s with %j is an input: %s', (_what, file, content, changes) => {
  mkdirSync(join(folder, 'src/dist'), { recursive: true })
  mkdirSync(join(folder, 'src/node_modules'))
  writeFileSync(join(folder, 'src/a.ts'), 'const a = 1\n')
  const before = hashInputs(folder, ['src', 'not-there'])
  writeFileSync(join(folder, file), content)
  expect(hashInputs(folder, ['src', 'not-there']) !== before).toBe(changes)
})

test('a file that moved its content to its neighbour is a change', () => {
  writeFileSync(join(folder, 'a.ts'), 'xy')
  writeFileSync(join(folder, 'b.ts'), '')
  const before = hashInputs(folder, ['a.ts', 'b.ts'])
  writeFileSync(join(folder, 'a.ts'), 'x')
  writeFileSync(join(folder, 'b.ts'), 'y')
  expect(hashInputs(folder, ['a.ts', 'b.ts'])).not.toBe(before)
})

test.each([
  ['an exit code', process.execPath, ['-e', 'console.log(1); console.error(2); process.exit(3)'], 3],
  [
    'a signal',
    process.execPath,
    ['-e', "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)"],
    143,
  ],
  ['no such program', '/no/such/program', [], 127],
])('capture answers %s', async (_what, program, args, code) => {
  expect((await capture(program, args)).code).toBe(code)
})
