/** @module-tag slow */
import { CommitLook, HandOutcome, type ThreadId } from '@countersign/protocol'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesBench } from './testing/bench.ts'

/** A commit of exactly what is kept, by hand, in a folder that may be hostile. */

const run = promisify(execFile)
let bench: Awaited<ReturnType<typeof changesBench>>
const TEN = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((line) => `${line}\n`).join('')

const git = async (...args: readonly string[]) =>
  (await run('git', ['-C', bench.server.workspace, ...args])).stdout.trim()

beforeAll(async () => {
  bench = await changesBench()
  await git('init', '-q', '-b', 'main')
  await git('config', 'user.name', 'Jo Example')
  await git('config', 'user.email', 'jo@example.com')
  await bench.put('a.txt', TEN)
  await bench.put('other.txt', 'other\n')
  await git('add', '-A')
  await git('commit', '-q', '-m', 'first')
})
afterAll(() => bench.close())

const post = (path: string, body: unknown) =>
  bench.server.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const commit = async (thread: ThreadId, message: string, trust = true) =>
  HandOutcome.parse(await (await post('/api/changes/commit', { thread_id: thread, message, trust })).json())

test('git does not start in a folder that nobody trusts', async () => {
  const thread = await bench.newChat()
  await bench.agent(thread, `run sed -i 's/^10$/ten/' a.txt`)
  await bench.keep(thread, 'a.txt', 'ten')
  const look = CommitLook.parse(await bench.ask(`/api/changes/commit?thread_id=${thread}`))
  expect(look).toEqual({
    branch: 'main',
    trusted: false,
    files: [{ path: 'a.txt', added: 1, removed: 1 }],
  })
  const refused = await post('/api/changes/commit', { thread_id: thread, message: 'no' })
  expect(refused.status).toBe(409)
  expect(await git('log', '--format=%s')).toBe('first')
  await bench.undo(thread, 'a.txt', 'ten')
})

test('exactly the kept hunks are committed; others and staged files stay as they are', async () => {
  const thread = await bench.newChat()
  await bench.agent(
    thread,
    `run sed -i 's/^2$/two/; s/^9$/nine/' a.txt; echo made > made.txt; chmod +x made.txt`,
  )
  await bench.put('other.txt', 'staged by hand\n')
  await git('add', 'other.txt')
  await bench.keep(thread, 'a.txt', 'two')
  await bench.keep(thread, 'made.txt', 'made')
  const done = await commit(thread, 'Two in words\n\nAnd a new file.')
  expect(done).toMatchObject({ ok: true })
  expect(await git('show', 'HEAD:a.txt')).toBe(TEN.replace('2', 'two').trim())
  expect(await git('show', '--format=%an %s', '--name-status', 'HEAD')).toBe(
    'Jo Example Two in words\n\nM\ta.txt\nA\tmade.txt',
  )
  expect(await git('ls-tree', 'HEAD', 'made.txt')).toContain('100755')
  // The other hunk is in the file and not in the commit; what was staged still is.
  expect(await bench.onDisk('a.txt')).toContain('nine')
  expect(await git('status', '--porcelain')).toBe('M a.txt\nM  other.txt')
  const audit = JSON.stringify(await bench.ask(`/api/audit?call=${done.call_id}`))
  expect(audit).toContain('changes.commit')
  expect(await commit(thread, 'again')).toMatchObject({ ok: false, code: 'nothing' })
  await bench.keep(thread, 'a.txt', 'nine')
  expect(await commit(thread, 'Nine in words')).toMatchObject({ ok: true })
  expect(await git('show', 'HEAD:a.txt')).toContain('nine')
})

test('a staged change of the same file is for the person to settle', async () => {
  const thread = await bench.newChat()
  await bench.agent(thread, `run sed -i 's/^4$/four/' a.txt`)
  await bench.put('a.txt', (await bench.onDisk('a.txt')).replace('6\n', 'six\n'))
  await git('add', 'a.txt')
  await bench.keep(thread, 'a.txt', 'four')
  expect(await commit(thread, 'Four')).toMatchObject({ ok: false, code: 'staged' })
  await git('reset', '-q', 'a.txt')
  expect(await commit(thread, 'Four')).toMatchObject({ ok: true })
  expect(await git('show', 'HEAD:a.txt')).not.toContain('six')
})

test('a deletion that is kept is committed', async () => {
  const thread = await bench.newChat()
  await bench.agent(thread, 'run rm made.txt')
  await bench.keep(thread, 'made.txt', 'made')
  expect(await commit(thread, 'Gone')).toMatchObject({ ok: true })
  expect(await git('ls-tree', '--name-only', 'HEAD')).not.toContain('made.txt')
})

test('nothing that a hostile repository names is started', async () => {
  const traps = join(bench.server.workspace, '..', 'traps')
  await mkdir(traps)
  const trap = join(traps, 'trap.sh')
  await writeFile(trap, `#!/bin/sh\necho "$0 $*" >> ${traps}/sprung-$$\nexit 0\n`)
  await chmod(trap, 0o755)
  const hooks = join(bench.server.workspace, '.git', 'hooks')
  await mkdir(hooks, { recursive: true })
  for (const name of [
    'pre-commit',
    'post-commit',
    'commit-msg',
    'reference-transaction',
    'post-index-change',
  ]) {
    await writeFile(join(hooks, name), `#!/bin/sh\nexec ${trap} ${name}\n`)
    await chmod(join(hooks, name), 0o755)
  }
  for (const [name, value] of [
    ['core.fsmonitor', trap],
    ['core.hooksPath', hooks],
    ['core.editor', trap],
    ['core.pager', trap],
    ['core.sshCommand', trap],
    ['core.askPass', trap],
    ['core.alternateRefsCommand', trap],
    ['commit.gpgSign', 'true'],
    ['gpg.program', trap],
    ['filter.evil.clean', trap],
    ['filter.evil.smudge', trap],
    ['filter.evil.process', trap],
    ['filter.evil.required', 'true'],
    ['diff.external', trap],
    ['diff.evil.textconv', trap],
    ['credential.helper', `!${trap}`],
    ['alias.commit-tree', `!${trap}`],
    ['remote.origin.url', `ext::${trap}`],
    ['remote.origin.promisor', 'true'],
    ['extensions.partialClone', 'origin'],
  ] as const)
    await git('config', name, value)
  await bench.put('.gitattributes', '* filter=evil diff=evil\n')
  const thread = await bench.newChat()
  // By the file tool: a command of the agent might start git itself.
  await bench.agent(thread, 'write made.txt: again')
  await bench.keep(thread, 'made.txt', 'again')
  const done = await commit(thread, 'Safe')
  expect(done).toMatchObject({ ok: true })
  expect((await readdir(traps)).filter((name) => name.startsWith('sprung'))).toEqual([])
  const { stdout } = await run('git', [
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.pager=cat',
    '-C',
    bench.server.workspace,
    'cat-file',
    'blob',
    'HEAD:made.txt',
  ])
  expect(stdout).toBe('again\n')
})
