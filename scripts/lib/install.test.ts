import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const TRY = `import { ensureInstalled } from './scripts/lib/install.mjs'
import { runScript } from './scripts/lib/say.mjs'
await runScript(() => ensureInstalled())`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-install-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Installs in a bare clone with this shell script as `npm`; returns the output. */
function install(npm: string): string {
  const clone = join(folder, 'clone')
  cpSync(import.meta.dirname, join(clone, 'scripts/lib'), { recursive: true })
  writeFileSync(join(clone, 'package-lock.json'), '{ "packages": {} }')
  writeFileSync(join(clone, 'try.mjs'), TRY)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  const env = { PATH: [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter) }
  const ran = spawnSync(process.execPath, ['try.mjs'], { cwd: clone, env, encoding: 'utf8' })
  expect(ran.status).toBe(1)
  return ran.stderr
}

test.each([
  ['fails', 'echo "npm error E404"; exit 1', 'failed with code 1:\nnpm error E404'],
  [
    'ends with 0 and has installed nothing',
    'mkdir -p node_modules/node; echo "npm error odd"',
    'is its registry reachable (`npm ping`)?\nnpm error odd',
  ],
  [
    'was told to run no scripts',
    'mkdir -p node_modules/node; echo "{}" > node_modules/node/package.json',
    'npm skipped the install scripts: run `npm rebuild node --ignore-scripts=false`',
  ],
])('an npm that %s: what happened, and what to do', (_how, npm, sentence) => {
  expect(install(npm)).toContain(sentence)
})
