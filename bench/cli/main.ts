// Cold start of the built command, beside `node -e 0`: see `docs/figures.md`. `npm run bench:cli [-- runs]`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../apps/cli/bin/countersign.mjs', import.meta.url))
const BUILT = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url))
const RUNS = Number(process.argv[2] ?? 21)

interface Candidate {
  readonly name: string
  readonly args: readonly string[]
  readonly input: string
  /** Milliseconds, median; undefined: it is what the others are compared with. */
  readonly target?: number
}

const home = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
const call = {
  session_id: 'bench',
  cwd: home,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git push && npm test' },
}
const CANDIDATES: readonly Candidate[] = [
  { name: 'node -e 0', args: ['-e', '0'], input: '' },
  { name: 'explain', args: [BIN, 'explain', 'git push'], input: '', target: 150 },
  {
    name: 'hook',
    args: [BIN, 'hook', '--agent', 'claude-code'],
    input: JSON.stringify(call),
    target: 200,
  },
]

if (!existsSync(BUILT)) {
  console.error('nothing is built yet: `npm run build`')
  process.exit(1)
}

const env = { ...process.env, COUNTERSIGN_HOME: home }
const times = new Map<string, number[]>(CANDIDATES.map(({ name }) => [name, []]))
// In turns, so that a busy moment of the machine meets all of them. The first round warms caches and does not count.
for (let round = 0; round <= RUNS; round += 1) {
  for (const { name, args, input } of CANDIDATES) {
    const began = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { input, env, encoding: 'utf8' })
    const took = performance.now() - began
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
    if (round > 0) times.get(name)?.push(took)
  }
}
rmSync(home, { recursive: true, force: true })

const median = (name: string) => (times.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
const floor = median('node -e 0')
for (const { name, target } of CANDIDATES) {
  const ms = median(name)
  const goal = target === undefined ? '' : `  target ${target} ms${ms <= target ? '' : ', missed'}`
  console.log(`${name.padEnd(10)} ${ms.toFixed(0).padStart(5)} ms${goal}`)
}
const ratios = CANDIDATES.slice(1).map(({ name }) => `${name} ${(median(name) / floor).toFixed(2)}`)
console.log(`ratio to node -e 0: ${ratios.join(', ')}`)
