/** @module-tag slow */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')

let folder: string
let work: string
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-settle-'))
  // Readable by others, so that a run as root keeps its database here and removes it with the folder.
  await chmod(folder, 0o755)
  work = join(folder, 'work')
  await mkdir(work)
  env = { COUNTERSIGN_HOME: join(folder, 'home'), COUNTERSIGN_LOCAL_MODELS: 'off' }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The server as a process of its own, once it says where it runs. */
async function startServer(): Promise<ChildProcess> {
  const args = ['--conditions=countersign-source', MAIN, '--port', '0']
  const child = spawn(process.execPath, args, { cwd: work, env: { ...process.env, ...env } })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 40_000 }).toContain('is running at')
  return child
}

function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('close', resolve))
}

test('what a killed server cut off is listed, and settled by a person', { timeout: 120_000 }, async () => {
  const first = await startServer()
  const begun = join(work, 'begun')
  const allow = ['--allow', 'terminal.exec(touch begun)', '--allow', 'terminal.exec(sleep 60)']
  const turn = runCli(['run', '-p', 'run touch begun && sleep 60', ...allow], { cwd: work, env })
  await expect.poll(() => existsSync(begun), { timeout: 40_000 }).toBe(true)
  const gone = ended(first)
  first.kill('SIGKILL')
  await gone
  await turn

  const second = await startServer()
  try {
    const listed = async () => {
      const { stdout } = await runCli(['approvals', 'list', '--json'], { cwd: work, env })
      return JSON.parse(stdout) as { approval: null; call: { id: string; state: string } }[] // written by the command itself
    }
    await expect
      .poll(listed, { timeout: 40_000 })
      .toMatchObject([{ approval: null, call: { state: 'interrupted' } }])
    const id = (await listed())[0]?.call.id ?? ''
    const settle = (...words: readonly string[]) =>
      runCli(['approvals', 'settle', ...words], { cwd: work, env })
    expect((await settle(id, 'perhaps')).stderr).toContain('use one of done, not-done, again')
    expect((await settle('call_nope', 'done')).stderr).toContain('nothing that was cut off is called')
    expect(await settle(id, 'done', '--json')).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ settled: 'done', call: id })}\n`,
    })
    await expect.poll(listed, { timeout: 40_000 }).toEqual([])
    const shown = await runCli(['audit', 'show', id], { cwd: work, env })
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain('call_interrupted')
    const unknown = await runCli(['audit', 'show', 'call_nope'], { cwd: work, env })
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('no row is about a call `call_nope`')
  } finally {
    const stopped = ended(second)
    second.kill('SIGTERM')
    await stopped
  }
})
