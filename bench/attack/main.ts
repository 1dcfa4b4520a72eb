// `npm run attack`: every attack in every setting against the built product; `-- --short`, `-- --setting root`, `-- --point 2` for some.
import { parseArgs } from 'node:util'
import { ATTACKS } from './attacks.ts'
import { SETTINGS, SHORT_SETTINGS } from './settings.ts'
import { attackAll, tableOf, totalsOf } from './suite.ts'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    setting: { type: 'string', multiple: true },
    point: { type: 'string', multiple: true },
    /** Part of an attack's name. */
    name: { type: 'string' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const { short, setting, point, name } = values
const outcomes = await attackAll({
  short,
  settings: (short && setting === undefined ? SHORT_SETTINGS : SETTINGS).filter(
    (one) => setting === undefined || setting.some((part) => one.name.includes(part)),
  ),
  attacks: ATTACKS.filter(
    (attack) =>
      (point === undefined || point.includes(String(attack.point))) &&
      (name === undefined || attack.name.includes(name)),
  ),
  say: (line) => console.log(line),
})
console.log(`\n${tableOf(outcomes)}\n\n${totalsOf(outcomes)}`)
process.exitCode = outcomes.some(({ verdict }) => verdict === 'BROKEN') ? 1 : 0
