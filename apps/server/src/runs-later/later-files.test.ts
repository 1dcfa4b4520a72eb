/** @module-tag slow */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { osSandbox } from '../sandbox/sandbox.ts'
import { lookForLater } from './look.ts'
import { laterBench, type LaterBench } from './testing/later-bench.ts'

let bench: LaterBench
beforeEach(async () => {
  bench = await laterBench()
})
afterEach(() => bench.close())
const inside = (path: string) => join(bench.workspace, path)

const probe = osSandbox({ hidden: [], off: false })
const state = await probe.state()
afterAll(() => probe.close())

const REPOSITORY = 'git init -q . && git config user.email a@example.com && git config user.name a'

describe('the card', () => {
  test('is one for all of it, and shows what would be kept', async () => {
    bench.byPerson('echo "registry=https://example.com/" > .npmrc')
    const result = await bench.script(
      'echo "touch ran" > .envrc; mkdir .husky; echo y > .husky/pre-commit; echo ignore=1 >> .npmrc',
    )
    expect(bench.asked).toHaveLength(1)
    const { call } = bench.asked[0]!
    expect(call.title).toBe('Keep 3 files that run on their own later')
    expect(call.body).toMatchObject({
      kind: 'arguments',
      entries: [
        { name: 'made by', value: 'bash script.sh' },
        { name: '.envrc (new)', value: 'touch ran\n' },
        { name: '.husky/pre-commit (new)', value: 'y\n' },
        { name: '.npmrc (changed)', value: '+ ignore=1' },
        { name: 'how to answer' },
      ],
    })
    expect(result.state).toBe('succeeded')
    expect(result.text).toContain('the person left them out')
    expect(await readdir(bench.workspace)).toEqual(['.npmrc', 'script.sh'])
    expect(readFileSync(inside('.npmrc'), 'utf8')).toBe('registry=https://example.com/\n')
  })

  test('a yes puts exactly the bytes back that it showed, with their permissions', async () => {
    bench.answer = true
    // A second name of the file is written while the person thinks.
    bench.rig.answer = async (asked) => {
      bench.asked.push(asked)
      await appendFile(inside('other'), 'evil\n')
      return { allow: true }
    }
    const { text } = await bench.script(
      "printf '#!/bin/sh\\n' > other; chmod 754 other; mkdir .husky; ln other .husky/pre-commit",
    )
    expect(text).toContain('the person kept them')
    expect(readFileSync(inside('.husky/pre-commit'), 'utf8')).toBe('#!/bin/sh\n')
    expect(statSync(inside('.husky/pre-commit')).mode & 0o777).toBe(0o754)
    // Kept files are not reported again.
    await bench.exec('true > y')
    expect(bench.asked).toHaveLength(1)
  })

  test('what stands there by now is not overwritten', async () => {
    bench.rig.answer = async () => {
      await writeFile(inside('.envrc'), 'mine')
      return { allow: true }
    }
    const { text } = await bench.script('echo x > .envrc')
    expect(text).toContain('not put back')
    expect(readFileSync(inside('.envrc'), 'utf8')).toBe('mine')
  })

  test('the words of a no reach the model', async () => {
    bench.rig.answer = () => ({ allow: false, feedback: 'never hooks' })
    expect((await bench.script('echo x > .envrc')).text).toContain('They say: never hooks')
  })
})

describe('a yes covers what it spelled', () => {
  test.each([
    ['echo x > .envrc', '.envrc'],
    ['mkdir -p .vscode && cp script.sh .vscode/tasks.json', '.vscode/tasks.json'],
    [`${REPOSITORY} && git config core.hooksPath tools`, '.git/config'],
    ['mkdir -p .git/hooks && touch .git/hooks/pre-commit', '.git/hooks/pre-commit'],
  ])('%s', async (command, path) => {
    await writeFile(inside('script.sh'), '')
    bench.answer = true
    await bench.exec(command)
    expect(bench.asked.map(({ call }) => call.tool)).toEqual(['terminal.exec'])
    expect(existsSync(inside(path))).toBe(true)
  })

  test('and nothing else', async () => {
    await writeFile(inside('script.sh'), 'echo x > .npmrc')
    bench.rig.answer = (asked) => {
      bench.asked.push(asked)
      return { allow: asked.call.tool === 'terminal.exec' }
    }
    await bench.exec('echo x > .envrc; bash script.sh')
    expect(bench.asked.map(({ call }) => call.tool)).toEqual(['terminal.exec', 'files_that_run_later'])
    expect(existsSync(inside('.envrc'))).toBe(true)
    expect(existsSync(inside('.npmrc'))).toBe(false)
  })

  test('a rule that spells it', async () => {
    bench.rig.layers = [{ layer: 'user', lists: { allow: ['files.write(.vscode/tasks.json)'] } }]
    await mkdir(inside('.vscode'))
    expect((await bench.exec('echo {} > .vscode/tasks.json')).state).toBe('succeeded')
    expect(bench.asked).toHaveLength(0)
    expect(existsSync(inside('.vscode/tasks.json'))).toBe(true)
  })
})

describe('until it is answered', () => {
  beforeEach(async () => {
    bench.byPerson(REPOSITORY)
    const { answer } = bench.rig
    bench.rig.answer = () => Promise.reject(new Error('nobody is there'))
    const { text } = await bench.script(
      "printf '#!/bin/sh\\ntouch ran\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit",
    )
    expect(text).toContain('held back until a person answers')
    bench.rig.answer = answer
  })

  test('no command runs outside the sandbox', async () => {
    bench.rig.answer = () => Promise.reject(new Error('nobody is there'))
    const result = await bench.exec('touch did')
    expect(result).toMatchObject({ state: 'failed', code: 'held_back' })
    expect(result.text).toContain('.git/hooks/pre-commit')
    expect(existsSync(inside('did'))).toBe(false)
  })

  test('the next one asks, and runs after the answer, without the hook', async () => {
    expect((await bench.exec('git commit --allow-empty -m a')).state).toBe('succeeded')
    expect(bench.asked.map(({ call }) => call.tool)).toEqual(['files_that_run_later'])
    expect(existsSync(inside('ran'))).toBe(false)
    expect((await bench.exec('touch did')).state).toBe('succeeded')
    expect(bench.asked).toHaveLength(1)
  })

  test('a server that starts anew knows it', async () => {
    const next = await laterBench({ folder: bench.folder })
    expect(await next.later.recover()).toBe(0)
    await next.exec('touch did')
    expect(next.asked.map(({ call }) => call.tool)).toEqual(['files_that_run_later'])
  })
})

test('a server that is killed while a command runs: the next one takes out what the command left', async () => {
  bench.byPerson('echo old > .npmrc')
  const file = fileURLToPath(new URL('testing/cut-off.ts', import.meta.url))
  const server = spawn(process.execPath, ['--conditions=countersign-source', file, bench.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  while (!existsSync(inside('made'))) await delay(20)
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(existsSync(inside('.envrc'))).toBe(true)

  expect(await bench.later.recover()).toBe(1)
  expect(existsSync(inside('.envrc'))).toBe(false)
  expect(readFileSync(inside('.npmrc'), 'utf8')).toBe('old\n')
  bench.answer = true
  await bench.exec('true > x')
  expect(bench.asked.map(({ call }) => call.tool)).toEqual(['files_that_run_later'])
  expect(readFileSync(inside('.envrc'), 'utf8')).toBe('x\n')
  expect(readFileSync(inside('.npmrc'), 'utf8')).toBe('old\nmore\n')
  expect(await bench.later.recover()).toBe(0)
})

describe('processes that were left running', () => {
  const start = async (script: string) => {
    await writeFile(inside('script.sh'), script)
    const { text } = await bench.exec('bash script.sh', { background: true })
    return /`(term_\d+)`/.exec(text)?.[1] ?? ''
  }

  test('are looked at when they are read', async () => {
    const session = await start('echo up; sleep 1.2; echo x > .envrc; sleep 60')
    while (!existsSync(inside('.envrc'))) await delay(20)
    const { text } = await bench.tool('terminal.read', { session })
    expect(text).toContain('the person left them out')
    expect(existsSync(inside('.envrc'))).toBe(false)
  })

  test('and when they end', async () => {
    const session = await start('sleep 1.2; echo x > .envrc')
    while (bench.sessions.get(session)?.state.kind === 'running') await delay(20)
    while (existsSync(inside('.envrc'))) await delay(20)
    await bench.exec('touch did')
    expect(bench.asked.map(({ call }) => call.tool)).toEqual(['files_that_run_later'])
  })

  test('one that writes again and again does not make it a habit', async () => {
    const session = await start('sleep 1.1; while true; do echo x > .envrc; sleep 0.001; done')
    for (let round = 0; round < 5; round += 1) {
      // A busy machine may not let the loop write between two reads.
      while (!existsSync(inside('.envrc'))) await delay(20)
      await bench.tool('terminal.read', { session })
    }
    expect(bench.asked.length).toBeGreaterThan(1)
    await bench.tool('terminal.stop', { session })
    expect(existsSync(inside('.envrc'))).toBe(false)
  })
})

describe('what a person does is theirs', () => {
  test('between commands', async () => {
    await bench.exec('touch a')
    bench.byPerson(`${REPOSITORY}; echo x > .envrc; git config core.hooksPath tools`)
    await bench.exec('touch b')
    expect(bench.asked).toHaveLength(0)
  })

  test('while a command runs in the sandbox, in a place that is closed to it', async (context) => {
    context.skip(state.kind === 'off', 'there is no sandbox on this machine')
    const boxed = await laterBench({ sandbox: true, folder: bench.folder })
    bench.byPerson('mkdir .vscode; echo 1 > .vscode/settings.json')
    const running = boxed.script('touch up; while [ ! -e go ]; do sleep 0.05; done')
    while (!existsSync(inside('up'))) await delay(20)
    bench.byPerson('echo 2 > .vscode/settings.json; echo 3 > .vscode/tasks.json; touch go')
    await running
    expect(boxed.asked).toEqual([])
    expect(readFileSync(inside('.vscode/settings.json'), 'utf8')).toBe('2\n')
    expect(readFileSync(inside('.vscode/tasks.json'), 'utf8')).toBe('3\n')
  })

  test('coming back to what was there is no change', async () => {
    bench.byPerson(
      `${REPOSITORY}; echo one > .npmrc; git add -A; git commit -qm a; git checkout -qb b; echo two > .npmrc; git commit -qam b`,
    )
    bench.answer = true
    await bench.exec('git checkout -q -')
    expect(bench.asked).toHaveLength(1)
    for (const name of ['b', '-', 'b']) await bench.exec(`git checkout -q ${name}`)
    expect(bench.asked).toHaveLength(1)
  })
})

test('what cannot be looked at is named', async () => {
  bench.byPerson('mkdir -p a/b c/d')
  const { unseen } = await lookForLater(bench.workspace, new Map(), { now: Date.now(), folders: 2 })
  expect(unseen.size).toBeGreaterThan(0)
})
