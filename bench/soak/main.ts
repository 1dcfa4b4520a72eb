// `npm run soak -- --minutes 60`: people, kills and broken connections at random for an hour; see `docs/figures.md`.
import { parseArgs } from 'node:util'
import { trendOf } from './memory.ts'
import { soak } from './soak.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    round: { type: 'string', default: '25' },
    clients: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const say = (line: string): void => console.log(line)
say(`seed ${values.seed}`)
const { wrong, samples, deeds, ...counts } = await soak({
  minutes: Number(values.minutes),
  round: Number(values.round),
  clients: Number(values.clients),
  seed: Number(values.seed),
  say,
})
for (const sentence of wrong) say(`wrong: ${sentence}`)
say([...deeds].map(([name, count]) => `${name} ${count}`).join(', '))
const warm = samples.slice(Math.ceil(samples.length / 5))
for (const name of ['heap', 'rss', 'timers', 'sockets', 'handles', 'listeners', 'connections'] as const) {
  const { first, last, rise } = trendOf(warm, (facts) => facts[name])
  say(
    `${name} after the warm-up: ${Math.round(first)}, at the end: ${Math.round(last)}; its line rises by ${Math.round(rise)}`,
  )
}
say(
  `soak: ${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}, wrong ${wrong.length}, seed ${values.seed}`,
)
process.exitCode = wrong.length === 0 ? 0 : 1
