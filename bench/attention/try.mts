import { readReplay, measure, STANDING } from './replay.ts'
import { compilePolicy, decide, explain } from '@countersign/policy'
const calls = readReplay()
const m = measure(STANDING, calls)
console.log(
  m.calls,
  m.prompts,
  m.promptsPer100.toFixed(1),
  'needless',
  m.needless.length,
  (100 * m.needlessShare).toFixed(1) + '%',
  'repeats',
  m.repeatsCovered,
)
for (const n of m.needless)
  console.log('NEEDLESS', n.call.text, '=>', n.decision.verdict, explain(n.decision))
const p = compilePolicy(STANDING)
for (const c of calls)
  if (c.mark === 'fair' && decide(c.call, p).verdict === 'run') console.log('RUNS', c.text)
for (const mode of ['strict', 'default', 'acceptEdits', 'auto'])
  for (const c of calls)
    if (c.mark === 'never') {
      const d = decide(c.call, compilePolicy({ ...STANDING, mode }))
      if (d.verdict === 'run') console.log('UNSAFE', mode, c.text, explain(d))
    }
