// `npm run fuzz -- --target shell --seconds 60 --seed 1 --keep`: mutated inputs for one parser, or for all of them in turn.
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { writeKept } from './kept.ts'
import { TARGETS } from './targets.ts'

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'all' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Writes inputs that triggered new behaviour to `scripts/fuzz/corpus`. */
    keep: { type: 'boolean', default: false },
  },
})
const chosen = TARGETS.filter(({ name }) => values.target === 'all' || values.target === name)
if (chosen.length === 0) {
  console.error(`no target \`${values.target}\`; there are ${TARGETS.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}
for (const target of chosen) {
  const { runs, kept, finding, slowest } = await fuzz(target, {
    seconds: Number(values.seconds),
    seed: Number(values.seed),
  })
  if (values.keep) writeKept(target.name, kept)
  console.log(
    `${target.name}: ${runs} inputs, ${kept.length} kept, slowest ${slowest.toFixed(1)} ms, seed ${values.seed}`,
  )
  if (finding === undefined) continue
  process.exitCode = 1
  console.log(`${finding.kind}: ${JSON.stringify(finding.input.slice(0, 2000))}\n${finding.message}`)
}
