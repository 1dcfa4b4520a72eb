/** @module-tag slow */
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runCli, type Ran } from '../../testing/run-cli.ts'

let folder = ''
let work = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-run-'))
  // Readable by others, so that a run as root keeps its database here and removes it with the folder.
  await chmod(folder, 0o755)
  work = join(folder, 'work')
  await mkdir(work)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (args: readonly string[], input = ''): Promise<Ran> =>
  runCli(['run', ...args], { input, cwd: work, env: { COUNTERSIGN_HOME: join(folder, 'home') } })

const Result = z.object({
  outcome: z.string(),
  exit_code: z.number(),
  text: z.string(),
  calls: z.array(z.object({ tool: z.string(), state: z.string() })),
})

test('without a server: what policy lets through is done, and the answer is printed', async () => {
  const ran = await run([], 'list the files')
  expect(ran).toMatchObject({
    code: 0,
    stdout: 'Let me look at the folder.\nContents of the folder:\n\nThe folder is empty.\n',
  })
})

test('what would ask is denied with a reason, and the exit code says so', async () => {
  const ran = await run(['-p', 'write notes.md: hello', '--output', 'json'])
  expect(ran.code).toBe(2)
  const result = Result.parse(JSON.parse(ran.stdout))
  expect(result).toMatchObject({
    outcome: 'denied',
    exit_code: 2,
    calls: [{ tool: 'files.write', state: 'denied' }],
  })
  expect(result.text).toContain('nobody can answer in this run')
  await expect(readFile(join(work, 'notes.md'))).rejects.toThrow('ENOENT')
})

test('a rule of the run allows it in this run', async () => {
  const args = ['-p', 'write notes.md: hello', '--allow', 'files.write(notes.md)', '--output', 'stream-json']
  const ran = await run(args)
  expect(ran.code).toBe(0)
  const lines = ran.stdout
    .trim()
    .split('\n')
    .map((line) => z.object({ type: z.string() }).loose().parse(JSON.parse(line)))
  expect(lines.at(-1)).toMatchObject({ type: 'result', outcome: 'done', exit_code: 0 })
  expect(lines.map(({ type }) => type)).toContain('tool_call_update')
  expect(await readFile(join(work, 'notes.md'), 'utf8')).toBe('hello\n')
})

test('`--agent` of older scripts is ignored, with a warning', async () => {
  const ran = await run(['--agent', '-p', 'list the files'])
  expect(ran.code).toBe(0)
  expect(ran.stdout).toContain('Contents of the folder:')
  expect(ran.stderr).toContain('countersign: `--agent` is no longer needed and is ignored')
})

test.each([
  [[], 'say what to do'],
  [['-p', 'x', '--mode', 'bogus'], 'there is no mode `bogus`'],
  [['-p', 'x', '--model', 'no/such'], 'there is no model `no/such`'],
  [['-p', 'x', '--allow', 'files.write('], 'is not closed'],
])('%j is refused: %s', async (args, message) => {
  const ran = await run(args)
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain(message)
})
