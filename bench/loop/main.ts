// The cost of the loop, compared with a hand-written baseline and the loops of others: see `docs/figures.md`.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const path = (to: string) => fileURLToPath(new URL(to, import.meta.url))
const options = process.argv.slice(2)

const file = path('../../apps/server/dist/testing/loop-bench/main.js')
const bench = spawn(process.execPath, [file, ...options], { stdio: 'inherit' })
bench.on('exit', (code) => {
  process.exitCode = code ?? 1
})
