/** @module-tag slow */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandEvent } from './hook/example-events.ts'
import { runBuilt } from './testing/run-cli.ts'

/** Says every file that a process loads. */
const LISTENER = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context) } })`)}`

const home = mkdtempSync(join(tmpdir(), 'countersign-quick-'))

test.each([
  ['explain', ['explain', 'git push'], ''],
  ['hook', ['hook', '--agent', 'claude-code'], commandEvent('claude-code', 'git push', home)],
])('%s loads neither the loop nor zod: a person or an agent waits for it', async (_name, args, input) => {
  const env = { COUNTERSIGN_HOME: home, NODE_OPTIONS: `--import=${LISTENER}` }
  const { code, stderr } = await runBuilt(args, { input, env, cwd: home })
  expect(code).toBe(0)
  const loaded = stderr.split('\n').filter((line) => line.startsWith('loaded '))
  expect(loaded.filter((line) => line.includes('/policy/dist/'))).not.toEqual([])
  expect(
    loaded.filter((line) => /node_modules\/zod|agent\/dist\/loop|protocol\/dist\/index/.test(line)),
  ).toEqual([])
})
