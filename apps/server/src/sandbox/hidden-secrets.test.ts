/** @module-tag slow */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { secretPaths } from '@countersign/policy'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { laterBench, type LaterBench } from '../runs-later/testing/later-bench.ts'
import { osSandbox } from './sandbox.ts'
import { KEYS } from './testing/keys.ts'

const probe = osSandbox({ hidden: [], off: false })
const state = await probe.state()
afterAll(() => probe.close())

let bench: LaterBench
beforeEach(async (context) => {
  context.skip(state.kind === 'off', 'there is no sandbox on this machine')
  bench = await laterBench({ sandbox: true })
})
afterEach(() => bench?.close())

async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

test('the list is the policy’s own', () => {
  for (const key of KEYS)
    expect(
      secretPaths('/home/ana').some((path) => `/home/ana/${key}/`.startsWith(`${path}/`)),
      key,
    ).toBe(true)
})

test.for(KEYS)('a script does not read ~/%s', async (key) => {
  await put(bench.home, key, 'a key of the person')
  const result = await bench.script(
    `cat ~/${key}; cat "$(readlink -f ~/${key})"; cp -r ~/${key} stolen; cat stolen; true`,
  )
  expect(result.state).toBe('succeeded')
  expect(result.text).not.toContain('a key of the person')
})

test('nor what is not judged right to be read-only', async () => {
  await put(bench.home, '.ssh/id_rsa', 'a key of the person')
  bench.rig.mode = 'default'
  expect((await bench.exec('ls')).text).not.toContain('a key')
})

test('an environment file of the workspace is hidden from what runs by mode, and the rule that opens it is named', async () => {
  await put(bench.workspace, '.env', 'A=hidden')
  await put(bench.workspace, 'app/.env.test', 'B=hidden')
  await put(bench.workspace, '.env.example', 'C=shown')
  const read = 'cat .env app/.env.test .env.example'
  const { text } = await bench.script(read)
  expect(text).not.toContain('hidden\n')
  expect(text).not.toContain('A=')
  expect(text).not.toContain('B=')
  expect(text).toContain('C=shown')
  expect(text).toContain('`allow @secrets(.env)`')
  expect(text).toContain('`allow @secrets(app/.env.test)`')

  bench.rig.layers = [{ layer: 'user', lists: { allow: ['@secrets(app/.env.test)'] } }]
  const opened = await bench.script(read)
  expect(opened.text).toContain('B=hidden')
  expect(opened.text).not.toContain('A=')
  expect(opened.text).not.toContain('.env.test)')
})

test('who may read it sees it: a person’s yes, a rule, and a read that is named beside other work', async () => {
  await put(bench.workspace, '.env', 'A=seen')
  bench.answer = true
  expect((await bench.exec('cat .env')).text).toContain('A=seen')
  expect((await bench.exec('cat .env; touch x')).text).toContain('A=seen')
  bench.rig.layers = [{ layer: 'user', lists: { allow: ['@secrets(.env)'] } }]
  bench.asked.length = 0
  expect((await bench.exec('touch y; cat .env')).text).toContain('A=seen')
  expect(bench.asked).toEqual([])
})
