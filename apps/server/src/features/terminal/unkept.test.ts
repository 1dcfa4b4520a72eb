/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOptions, Passed, ToolBench } from '../../tools/testing/tool-bench.ts'
import { lookAtDisk } from '../../shell/disk-look.ts'
import { watchOutside } from './lost-outside.ts'
import { terminalBenches, type TerminalBenches } from './testing/terminal-benches.ts'

let benches: TerminalBenches
beforeAll(async () => {
  benches = await terminalBenches()
})
afterAll(() => benches.close())

const IGNORED = [
  'node_modules/',
  'dist/',
  'coverage/',
  '*.log',
  '.env',
  '*.db',
  '/uploads/',
  'empty/',
  'cached/',
].join('\n')

let bench: ToolBench
beforeEach(async () => {
  bench = await benches.bench()
  await fill()
})
afterEach(() => bench.close())

/** A repository with files that git has, files that it ignores, and what tools make. */
async function fill(): Promise<void> {
  await write('.gitignore', IGNORED)
  await write('src/app.ts')
  await write('notes.md')
  execFileSync('git', ['init', '-q'], { cwd: bench.workspace })
  execFileSync('git', ['add', '-A'], { cwd: bench.workspace })
  const names = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com']
  execFileSync('git', [...names, 'commit', '-qm', 'first'], { cwd: bench.workspace })
  await write('.env')
  await write('data/dev.db')
  await write('data/readme.md')
  await write('uploads/2026/photo.jpg')
  await write('node_modules/x/index.js')
  await write('dist/app.js')
  await write('coverage/lcov.info')
  await write('test.log')
  await write('cached/node_modules/x.js')
  await mkdir(inside('empty'))
}

const inside = (name: string) => join(bench.workspace, name)

async function write(name: string, text = name): Promise<void> {
  await mkdir(dirname(inside(name)), { recursive: true })
  await writeFile(inside(name), text)
}

const exec = (command: string, options?: CallOptions): Promise<Passed> =>
  bench.call('terminal.exec', { command }, options)

const asked = ({ states }: Passed) => states.includes('waiting')

describe('in auto, what undo does not keep and nobody makes again asks', () => {
  test.each([
    'rm data/dev.db',
    'rm -rf data',
    'rm -rf uploads',
    'rm uploads/2026/photo.jpg',
    'rm -f data/*.db',
    'rm -rf ./uploads/*',
    'find . -name "*.db" -delete',
    'find data -name "*.db" -exec rm {} +',
    'find . -name "*.db" | xargs rm',
    'cd data && rm dev.db',
    'X=uploads; rm -rf "$X"',
    'rm -rf uploads/$NAME',
    'sudo -n rm -rf data',
    'bash -c "rm -rf data"',
    'echo A=1 > data/dev.db',
    'cp notes.md data/dev.db',
    'mv notes.md data/dev.db',
    'sed -i s/a/b/ data/dev.db',
    'curl -so data/dev.db https://example.com',
    'python3 -c "import shutil; shutil.rmtree(\'uploads\')"',
    'python3 -c "import os; os.remove(\'data/dev.db\')"',
    'rm -rf cloned',
    'rm -rf dist data',
  ])('%s', async (command) => {
    execFileSync('git', ['init', '-q', inside('cloned')])
    const done = await exec(command, { answer: 'no' })
    expect(asked(done)).toBe(true)
    expect(done.result.state).toBe('denied')
    expect(await readFile(inside('data/dev.db'), 'utf8')).toBe('data/dev.db')
  })

  test('a rule that spells it lets it through, a wider one does not', async () => {
    const lists = (rule: string) => [{ layer: 'user', lists: { allow: [rule] } }] as const
    bench.policy({ mode: 'auto', layers: lists('terminal.exec') })
    expect(asked(await exec('rm data/dev.db', { answer: 'no' }))).toBe(true)
    bench.policy({ mode: 'auto', layers: lists('terminal.exec(rm data/dev.db)') })
    expect(asked(await exec('rm data/dev.db'))).toBe(false)
  })

  test('what is too large for undo, or beyond a link out of the workspace', async () => {
    await truncate(inside('src/app.ts'), 30_000_000)
    expect(asked(await exec('rm -rf src', { answer: 'no' }))).toBe(true)
    await writeFile(join(bench.outside, 'theirs'), 'x')
    await symlink(bench.outside, inside('way'))
    expect(asked(await exec('rm way/theirs', { answer: 'no' }))).toBe(true)
    expect(asked(await exec('rm way', { answer: 'no' }))).toBe(false)
  })

  test('in a folder with more files than undo keeps, everything that is there', async () => {
    await bench.close()
    bench = await benches.bench({ things: 3 })
    await fill()
    expect(asked(await exec('rm notes.md', { answer: 'no' }))).toBe(true)
    expect(asked(await exec('rm -rf node_modules', { answer: 'no' }))).toBe(false)
    expect(asked(await exec('rm -f nothing', { answer: 'no' }))).toBe(false)
  })
})

describe('in auto, what undo brings back or tools make again runs without a word', () => {
  test.each([
    'rm -rf node_modules',
    'rm -rf dist coverage',
    'rm -rf node_modules dist && true',
    'find . -name node_modules -type d -prune -exec rm -rf {} +',
    'rm -f test.log *.log',
    'rm -rf cached empty',
    'rm notes.md',
    'rm -rf src',
    'rm data/readme.md',
    'rm -f nothing.db data/nothing.db',
    'echo new > notes.md',
    'echo new > test.log',
    'echo new > new.db',
    'echo more >> new.db',
    'cp data/dev.db data/copy.db',
    'sed -i s/a/b/ notes.md',
    'touch src/new.ts; mkdir -p a/b',
    'git rm -q notes.md',
  ])('%s', async (command) => {
    const done = await exec(command, { answer: 'no' })
    expect(done.result).toMatchObject({ state: 'succeeded' })
    expect(asked(done)).toBe(false)
    expect(done.result.text).not.toContain('Undo')
  })
})

describe('the result says what undo does not bring back', () => {
  test.each([
    ['rm data/dev.db', 'data/dev.db (ignored by git)'],
    ['rm -rf uploads', 'uploads (ignored by git)'],
    ['echo A=1 > .env', '.env (ignored by git)'],
    ['echo A=1 >> .env', '.env (ignored by git)'],
    ['rm -rf .git', '.git (version control data)'],
    // Nothing in the words says it.
    [
      'printf "rm uploads/2026/photo.jpg" > clean.sh; bash clean.sh',
      'uploads/2026/photo.jpg (ignored by git)',
    ],
  ])('%s', async (command, told) => {
    const { result } = await exec(command)
    expect(result.text).toContain(`[Undo does not bring back: ${told}]`)
  })

  test('a move needs no question, but undo does not take it back', async () => {
    const done = await exec('mv data/dev.db data/old.db')
    expect(asked(done)).toBe(false)
    expect(done.result.text).toContain('[Undo does not bring back: data/dev.db (ignored by git)]')
  })

  test('many are counted', async () => {
    for (let at = 10; at < 30; at += 1) await write(`data/${at}.db`)
    const { result } = await exec('rm data/1?.db data/2?.db')
    expect(result.text).toContain('data/19.db (ignored by git), and 10 more]')
  })

  test('what a command names outside the workspace', async () => {
    const [gone, changed, same] = ['gone', 'changed', 'same'].map((name) => join(bench.outside, name))
    for (const path of [gone, changed, same]) await writeFile(path ?? '', 'x')
    const command = `rm ${gone} && echo longer > ${changed} && touch -r ${same} ${same} && echo > ${gone}.new`
    const lost = await watchOutside(command, bench.place, () => false)
    execFileSync('bash', ['-c', command], { cwd: bench.workspace })
    expect(await lost()).toEqual([
      { path: gone, why: 'outside' },
      { path: changed, why: 'outside' },
    ])
    const temporary = await watchOutside(`rm ${changed}`, bench.place)
    await rm(changed ?? '')
    expect(await temporary()).toEqual([])
  })
})

describe('what was decided on is what runs', () => {
  test('something that undo does not keep came while a person was thinking', async () => {
    bench.policy({ mode: 'default', layers: [] })
    const done = await exec('rm -rf src', { meanwhile: () => write('src/local.db') })
    expect(done.result).toMatchObject({ state: 'failed', code: 'stale' })
    expect(done.result.text).toContain('`src/local.db`')
    expect((await stat(inside('src/app.ts'))).isFile()).toBe(true)
  })

  test('what the person has seen, or what undo keeps, is no hindrance', async () => {
    bench.policy({ mode: 'default', layers: [] })
    const done = await exec('rm -rf data', { meanwhile: () => write('data/more.md') })
    expect(done.result).toMatchObject({ state: 'succeeded' })
  })

  test('a file outside came that would be overwritten', async () => {
    const path = join(bench.outside, 'new')
    bench.policy({ mode: 'default', layers: [] })
    const done = await exec(`echo x > ${path}`, { meanwhile: () => writeFile(path, 'theirs') })
    expect(done.result).toMatchObject({ state: 'failed', code: 'stale' })
    expect(await readFile(path, 'utf8')).toBe('theirs')
  })
})

test('where a write outside overwrites nothing, the disk says so', async () => {
  const [file, folder] = [join(bench.outside, 'file'), join(bench.outside, 'folder')]
  await writeFile(file, 'x')
  await mkdir(folder)
  const look = (command: string) => lookAtDisk(command, bench.place, undefined)
  expect(await look(`echo x > ${file}`)).toEqual({})
  expect(await look(`echo x > ${file}.new`)).toEqual({ absent: [`${file}.new`] })
  expect(await look(`cp notes.md ${folder}`)).toEqual({ absent: [folder, `${folder}/notes.md`] })
  expect(await look(`rm -f ${file}.new`)).toEqual({})
  expect(await look('echo x > new.md')).toEqual({})
})

describe('a look has an end', () => {
  test.each([
    ['things', { time: 10_000, things: 3 }],
    ['time', { time: 0, things: 10_000 }],
  ])('what is beyond the %s counts as lost', async (_what, limits) => {
    for (let at = 0; at < 10; at += 1) await write(`src/${at}/file`)
    const tick = new Promise((resolve) => setTimeout(resolve, 5))
    await tick
    const disk = await lookAtDisk('rm -rf src', bench.place, undefined, limits)
    expect(disk.unkept?.length).toBeGreaterThan(0)
    expect(await lookAtDisk('rm -rf src', bench.place, undefined)).toEqual({})
  })

  test('a search does not look into what is made again', async () => {
    for (let at = 0; at < 30; at += 1) await write(`dist/${at}.db`)
    const limits = { time: 10_000, things: 40 }
    await rm(inside('data/dev.db'))
    expect(await lookAtDisk('find . -name "*.db" -delete', bench.place, undefined, limits)).toEqual({})
  })

  test('more paths than are looked at', async () => {
    const many = Array.from({ length: 120 }, (_, at) => `f${at}`).join(' ')
    expect((await lookAtDisk(`rm ${many}`, bench.place, undefined)).unkept?.length).toBeGreaterThan(0)
  })
})
