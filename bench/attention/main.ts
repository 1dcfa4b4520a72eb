import { explain } from '@countersign/policy'
import { measure, measureAll, readReplay, readSections, SECOND, STANDING } from './replay.ts'

/** Prints how much attention a working week costs: `npm run bench:attention`. */
for (const [name, attention] of [
  ['calls.txt', measure(STANDING, readReplay('calls.txt'))],
  ['second.txt', measure(SECOND, readReplay('second.txt'))],
  ['third.txt', measureAll(readSections('third.txt'))],
  ['fourth.txt', measureAll(readSections('fourth.txt'))],
  ['fifth.txt', measureAll(readSections('fifth.txt'))],
  ['sixth.txt', measureAll(readSections('sixth.txt'))],
] as const) {
  const { calls, prompts, promptsPer100, needless, needlessShare, repeatsCovered } = attention
  console.log(`${name}: calls ${calls}, prompts ${prompts} (${promptsPer100.toFixed(1)} in 100)`)
  console.log(`needless ${needless.length} (${(100 * needlessShare).toFixed(1)} % of the calls)`)
  console.log(`prompts saved by keeping an offer each time: ${repeatsCovered}`)
  for (const { call, decision } of needless) console.log(`  ${call.text}\n    ${explain(decision)}`)
}
