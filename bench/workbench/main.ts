// All figures of the workbench in one run, one after the other, with the machine load before each. After a miss the next figure is still
// measured. `npm run bench:workbench -- editor files` measures some of them.
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'

const ALL = ['first-pane', 'editor', 'proposal', 'terminal', 'files', 'changes'] as const
const ROOT = join(import.meta.dirname, '../..')

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const missed: string[] = []
for (const name of ALL.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  say(`\n${name} (load ${loadavg()[0]?.toFixed(1)})`)
  const [command, args] = name === 'proposal' ? proposal() : script(name)
  if (spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status !== 0) missed.push(name)
}
say(missed.length === 0 ? '\nno target missed' : `\nwith misses: ${missed.join(', ')}`)
process.exitCode = missed.length === 0 ? 0 : 1

function script(name: string): readonly [string, string[]] {
  return [process.execPath, [...process.execArgv, join(import.meta.dirname, `${name}.ts`)]]
}

/** 200 parts in 100,000 lines, in a real browser: the test that enforces the limits prints the figures. */
function proposal(): readonly [string, string[]] {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  return [process.execPath, [vitest, 'run', 'apps/web/src/features/editor/proposal/hunk-view']]
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
