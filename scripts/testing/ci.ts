// Runs all stages of `.ci/run` one after the other, and prints their totals at the end.
import { join } from 'node:path'
import { root } from '../lib/root.mjs'
import { runScript } from '../lib/say.mjs'
import { tee } from '../lib/spawn.mjs'
import { closingLine, readClosingLine, sum, type Totals } from './totals.ts'

const STAGES = [
  { name: 'check', script: 'scripts/check.mjs' },
  { name: 'test', script: 'scripts/testing/run.ts' },
  { name: 'fresh clone', script: 'scripts/fresh-clone/main.ts' },
]

await runScript(async () => {
  const results: { name: string; totals: Totals; seconds: number }[] = []
  for (const { name, script } of STAGES) {
    console.log(`\n── ${name}`)
    const began = Date.now()
    const { code, output } = await tee(process.execPath, [join(root, script)], { cwd: root })
    // A stage that died before its final line has failed, whatever its counts were.
    const counted = readClosingLine(output) ?? sum([])
    const totals = code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
    results.push({ name, totals, seconds: Math.round((Date.now() - began) / 1000) })
  }
  console.log('')
  for (const { name, totals, seconds } of results)
    console.log(`${name}: ${closingLine(totals)} in ${seconds} s`)
  const all = sum(results.map(({ totals }) => totals))
  console.log(closingLine(all))
  return all.failed === 0 ? 0 : 1
})
