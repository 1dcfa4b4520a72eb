// All figures of workflows in one run, one after the other, with the machine load before each. A figure that cannot be measured does not
// stop the run. `npm run bench:workflow -- pure editor` measures some of them; `--alone` leaves the peers out.
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'

const ALL = ['pure', 'gate', 'durable', 'parked', 'killed', 'editor'] as const
const ROOT = join(import.meta.dirname, '../..')
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
for (const name of ALL.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  console.log(`\n${name} (load ${loadavg()[0]?.toFixed(1)})`)
  const args = [...process.execArgv, join(import.meta.dirname, `${name}.ts`), ...flags]
  if (spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status !== 0) process.exitCode = 1
}
