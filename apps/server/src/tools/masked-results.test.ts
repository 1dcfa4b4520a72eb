import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maskForModel } from '../audit/mask.ts'
import { gateRig, type Rig } from '../testing/gate-rig.ts'
import { maskedResults } from './masked-results.ts'
import { toolBench, type ToolBench } from './testing/tool-bench.ts'

const KEY = `sk-ant-${'a1b2'.repeat(8)}`

let bench: ToolBench
let rig: Rig
beforeEach(async () => {
  bench = await toolBench()
  rig = gateRig(bench.place)
  await writeFile(join(bench.workspace, 'notes.txt'), `one\nkey ${KEY}\nDB_PASSWORD=correcthorse\nlast\n`)
})
afterEach(() => bench.close())

const call = (name: string, args: unknown) => rig.call(bench.belt.all().map(maskedResults), name, args)

test('what no person allowed to be read is hidden from the model as on the card, line by line', async () => {
  const { text } = await call('files.read', { path: 'notes.txt' })
  expect(text).not.toContain(KEY)
  expect(text).not.toContain('correcthorse')
  expect(text.split('\n').findIndex((line) => line.includes('last'))).toBe(
    text.split('\n').findIndex((line) => line.includes('one')) + 3,
  )
  expect(text).toContain('•••• hides a secret')
})

test('a person’s yes shows it, and so does a rule', async () => {
  rig.layers = [{ layer: 'user', lists: { ask: ['files.read(notes.txt)'] } }]
  rig.answer = () => ({ allow: true })
  expect((await call('files.read', { path: 'notes.txt' })).text).toContain(KEY)
  rig.layers = [{ layer: 'user', lists: { allow: ['files.read(notes.txt)'] } }]
  expect((await call('files.read', { path: 'notes.txt' })).text).toContain(KEY)
})

test('what was hidden is not written back in its place', async () => {
  rig.mode = 'auto'
  const result = await call('files.write', { path: 'notes.txt', content: 'one\nkey sk-ant-••••\n' })
  expect(result).toMatchObject({ state: 'failed', code: 'masked' })
})

test.each([
  'const token = getToken()',
  'readonly token: Token',
  'password: "Your password"',
  'auth: AuthConfig,',
  'const session_id = request.session_id',
  'cookie: string',
  'if (token === undefined) return',
  'max_tokens=4096',
  'git commit 5e1f0c6d8a9b7c6d5e4f3a2b1c0d9e8f7a6b5c4d',
])('code is left as it is: %s', (line) => expect(maskForModel(line)).toBe(line))

test.each([
  'API_TOKEN=whatever',
  'export DB_PASSWORD=hunter2',
  'password: hunter2',
  '"client_secret": "a8f5f167f44f"',
  'postgres://ana:hunter@db.example.com/x',
])('secrets are not: %s', (line) => expect(maskForModel(line)).toContain('••••'))
