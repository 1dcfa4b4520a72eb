// Runs every test, or those that the arguments name, and ends with the counts. Started by `scripts/test.mjs`.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { ensureBuilt } from '../lib/build.mjs'
import { root } from '../lib/root.mjs'
import { runScript } from '../lib/say.mjs'
import { passThrough } from '../lib/spawn.mjs'
import { bringChromium } from './chromium.ts'
import {
  closingLine,
  playwrightTotals,
  sum,
  vitestTotals,
  type PlaywrightReport,
  type Totals,
  type VitestReport,
} from './totals.ts'

const RESULTS = join(root, '.stamp/results')

await runScript(async () => {
  const filters = process.argv.slice(2)
  const totals = filters.length > 0 ? await runVitest(filters) : await runAll()
  console.log(closingLine(totals))
  return totals.failed === 0 ? 0 : 1
})

async function runAll(): Promise<Totals> {
  await ensureBuilt()
  process.env['CHROMIUM_PATH'] = await bringChromium()
  return sum([await runVitest([]), await runPlaywright()])
}

async function runVitest(filters: readonly string[]): Promise<Totals> {
  const report = join(RESULTS, 'vitest.json')
  const args = ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runRunner(
    'vitest',
    'node_modules/vitest/vitest.mjs',
    args,
    report,
    (json) => vitestTotals(json as VitestReport), // written by the runner a moment ago
  )
}

async function runPlaywright(): Promise<Totals> {
  const [config] = globSync(['playwright.config.ts', 'apps/*/playwright.config.ts'], { cwd: root })
  if (config === undefined) return sum([])
  const report = join(RESULTS, 'playwright.json')
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
  const args = ['test', '--config', config, '--reporter=line,json']
  return runRunner(
    'playwright',
    'node_modules/@playwright/test/cli.js',
    args,
    report,
    (json) => playwrightTotals(json as PlaywrightReport), // written by the runner a moment ago
  )
}

async function runRunner(
  name: string,
  program: string,
  args: readonly string[],
  report: string,
  read: (json: unknown) => Totals,
): Promise<Totals> {
  const began = Date.now()
  rmSync(report, { force: true })
  const code = await passThrough(process.execPath, [program, ...args], { cwd: root })
  const counted = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : sum([])
  // A runner that fails with every test passed has a failure that no test owns: an error after the last one, say.
  const totals = code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  console.log(`${name}: ${closingLine(totals)} in ${Math.round((Date.now() - began) / 1000)} s`)
  return totals
}
