// How long an answer takes to reach another process, and what 10,000 waiting calls cost: see `docs/figures.md`.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../apps/server/src/testing/gate-bench/main.ts', import.meta.url))
const flags = ['--expose-gc', '--conditions=countersign-source']
const bench = spawn(process.execPath, [...flags, file, ...process.argv.slice(2)], { stdio: 'inherit' })
bench.on('exit', (code) => {
  process.exitCode = code ?? 1
})
