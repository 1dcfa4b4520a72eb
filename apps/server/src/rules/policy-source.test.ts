import { decide, layerOfRulesFile, parseRulesFile, readCallText, type Policy } from '@countersign/policy'
import { CallId, ThreadId, UserId } from '@countersign/protocol'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Granted } from './grants.ts'
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

describe('the policy of a workflow’s node', () => {
  const node = (name: string, run = 'call_run') => ({
    version: 'hash',
    node: name,
    item: null,
    attempt: 1,
    parentId: CallId.parse(run),
  })
  const ALLOWED: Granted = { rules: [{ node: 'push', rule: 'terminal.exec(npm run *)' }], lasting: true }

  /** A source whose policy has this version now, and the calls of its grants. */
  function source(granted: Granted) {
    const state = { version: '1', reads: 0, granted }
    const own = rules('default', null)
    const policies = policySource(
      { ...own, forThread: async (id) => ({ ...(await own.forThread(id)), version: state.version }) },
      () => {},
      () => {
        state.reads += 1
        return Promise.resolve(state.granted)
      },
    )
    const place = { workspace, cwd: workspace, home: '/home/ana' }
    const verdict = async (name: string, run?: string) => {
      const recent = await policies.recent?.(THREAD, node(name, run))
      return recent && decide(readCallText('npm run a', place), recent.policy).verdict
    }
    return { state, policies, verdict }
  }

  test('is known without a query once one node of the run was looked up, and a grant serves its node alone', async () => {
    const { state, policies, verdict } = source(ALLOWED)
    expect(await verdict('push')).toBeUndefined()
    await policies.snapshot(THREAD, node('other'))
    expect(await verdict('push')).toBe('run')
    expect(await verdict('other')).toBe('ask')
    expect(await verdict('push', 'call_another')).toBeUndefined()
    expect(state.reads).toBe(1)
  })

  test('is not known while the grants are older than the policy, or when one of them expires', async () => {
    const { state, policies, verdict } = source(ALLOWED)
    await policies.snapshot(THREAD, node('push'))
    state.version = '2'
    state.granted = { rules: [], lasting: true }
    await policies.snapshot(THREAD)
    expect(await verdict('push')).toBeUndefined()
    await policies.snapshot(THREAD, node('push'))
    expect(await verdict('push')).toBe('ask')
    state.granted = { ...ALLOWED, lasting: false }
    await policies.snapshot(THREAD, node('push'))
    expect(await verdict('push')).toBeUndefined()
  })
})

describe('the administrator’s file', () => {
  const managed = (text: string) => () =>
    Promise.resolve({
      path: 'managed',
      hash: null,
      layer: layerOfRulesFile('managed', parseRulesFile(text), { trusted: true }),
      stamp: text,
    })
  const source = (text: string) => policySource(rules('auto', null), undefined, undefined, managed(text))
  const OF_ME = UserId.parse('usr_1')
  const verdictIn = (policy: Policy) =>
    decide(readCallText('files.write(a.md)', { workspace, cwd: workspace, home: '/home/ana' }), policy)
      .verdict

  test('binds the mode of a workflow that is planned, in a thread and in a folder', async () => {
    const forbidden = source('deny mode(auto)')
    const here = { user: OF_ME, workspace, mode: 'auto' }
    expect((await forbidden.forecast(here, [])).mode.name).toBe('acceptEdits')
    expect((await forbidden.forecast({ thread: THREAD }, [])).mode.name).toBe('acceptEdits')
    expect((await forbidden.forecast({ thread: THREAD, mode: 'strict' }, [])).mode.name).toBe('strict')
    expect((await source('').forecast(here, [])).mode.name).toBe('auto')
    const blocked = source('deny files.write')
    expect(verdictIn(await blocked.forecast(here, ['files.write(a.md)']))).toBe('block')
  })

  test('can forbid grants: with `deny grant` none of them counts, also of those given before', async () => {
    const node = {
      version: 'a'.repeat(64),
      parentId: CallId.parse('call_1'),
      node: 'save',
      item: null,
      attempt: 1,
    }
    const granted = () =>
      Promise.resolve({ rules: [{ node: 'save', rule: 'files.write(a.md)' }], lasting: true })
    const verdict = async (text: string) =>
      verdictIn(
        await policySource(rules('default', null), undefined, granted, managed(text)).snapshot(THREAD, node),
      )
    expect(await verdict('')).toBe('run')
    expect(await verdict('deny grant')).toBe('ask')
    expect(await verdict('deny grants')).toBe('run')
    const ahead = { user: OF_ME, workspace }
    const planned = async (text: string) =>
      verdictIn(await source(text).forecast(ahead, ['files.write(a.md)']))
    expect(await planned('')).toBe('run')
    expect(await planned('deny grant')).toBe('ask')
  })
})
