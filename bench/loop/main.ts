// What the loop costs, against a floor written by hand and the loops of others: see `docs/figures.md`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (to: string) => fileURLToPath(new URL(to, import.meta.url))
const root = path('../../')
const compare = path('../compare/')
const options = process.argv.slice(2)

// The compiled product is measured, not the sources.
must(spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' }).status)
if (!options.includes('--alone') && !existsSync(`${compare}node_modules/@langchain/langgraph`)) {
  console.log('installing the loops to compare with (only the first time) …')
  // npm of the system: the Node inside `node_modules` has none.
  const outside = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.startsWith(root))
  const env = { ...process.env, PATH: outside.join(delimiter) }
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  must(spawnSync('npm', flags, { cwd: compare, stdio: 'inherit', env }).status)
}
const file = path('../../apps/server/dist/testing/loop-bench/main.js')
const bench = spawn(process.execPath, [file, ...options], { stdio: 'inherit' })
bench.on('exit', (code) => {
  process.exitCode = code ?? 1
})

function must(status: number | null): void {
  if (status !== 0) process.exit(status ?? 1)
}
