import { decide, readCallText } from '@countersign/policy'
import { ThreadId } from '@countersign/protocol'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policySource } from './policy-source.ts'
import type { Rules } from './ports.ts'

let workspace = ''
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'cs-rules-'))
  await mkdir(join(workspace, '.countersign'))
})
afterAll(() => rm(workspace, { recursive: true }))

const THREAD = ThreadId.parse('thr_1')
const none: Rules['list'] = () => Promise.resolve([])
const rules = (mode: string, trusted: string | null): Rules => ({
  forThread: () => Promise.resolve({ mode, workspace, rules: [], version: '1', trusted }),
  list: none,
  add: () => Promise.reject(new Error('not here')),
  remove: () => Promise.resolve(false),
  trusted: () => Promise.resolve(trusted),
  trust: () => Promise.reject(new Error('not here')),
})

async function load(
  text: string,
  trusted: string | null = null,
): Promise<{ problems: string[]; verdict: (call: string) => string }> {
  await writeFile(join(workspace, '.countersign', 'rules'), text)
  const problems: string[] = []
  const policy = await policySource(rules('default', trusted), (problem) => problems.push(problem)).snapshot(
    THREAD,
  )
  const place = { workspace, cwd: workspace, home: '/home/ana' }
  return { problems, verdict: (call) => decide(readCallText(call, place), policy).verdict }
}

test('P6 a project that is not trusted can tighten and not loosen', async () => {
  const { verdict } = await load('allow terminal.exec(npm test *)\ndeny terminal.exec(git push *)\n')
  expect(verdict('npm test')).toBe('ask')
  expect(verdict('git push')).toBe('block')
})

test('P6 a project loosens while its text is the one that was trusted', async () => {
  const text = 'allow terminal.exec(npm test *)\n'
  const hash = createHash('sha256').update(text).digest('hex')
  expect((await load(text, hash)).verdict('npm test')).toBe('run')
  expect((await load(`${text}allow terminal.exec(npm run *)\n`, hash)).verdict('npm test')).toBe('ask')
})

test('P5 a file that cannot be understood fails closed, and is told', async () => {
  const { problems, verdict } = await load('forbid everything\n')
  expect(verdict('ls')).toBe('ask')
  expect(problems.join('\n')).toContain('.countersign/rules:1 ')
})

test('expectations are checked when a file is loaded', async () => {
  const { problems } = await load(
    'deny terminal.exec(git push *)\nexpect git push -> block\nexpect git status -> block\n',
  )
  expect(problems).toEqual([
    `${join(workspace, '.countersign/rules')}:3 git status is \`run\`, expected \`block\`: only reads`,
  ])
})
