// Runs every test, or those that the arguments name, and prints the totals at the end. Started by `scripts/test.mjs`.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { ensureBuilt } from '../lib/build.mjs'
import { root } from '../lib/root.mjs'
import { runScript } from '../lib/say.mjs'
import { passThrough } from '../lib/spawn.mjs'
import { bringBubblewrap } from './bubblewrap.ts'
import { bringChromium } from './chromium.ts'
import { quickArguments } from './quick.ts'
import {
  afterSecondTry,
  closingLine,
  playwrightFailedFiles,
  playwrightTotals,
  sum,
  vitestFailedFiles,
  vitestTotals,
  type PlaywrightReport,
  type Totals,
  type VitestReport,
} from './totals.ts'
import { whySkipped } from './why-skipped.ts'

const RESULTS = join(root, '.stamp/results')

/** More failures than this are not caused by a busy machine. */
const SECOND_TRY_AT_MOST = 3

await runScript(async () => {
  const filters = process.argv.slice(2)
  const totals = await runWhat(filters)
  const why = whySkipped({
    path: process.env['PATH'] ?? '',
    isRoot: process.getuid?.() === 0,
    pgvector: process.env['COUNTERSIGN_TEST_PGVECTOR_URL'],
  })
  if (totals.skipped > 0 && why !== undefined) console.log(why)
  console.log(closingLine(totals))
  return totals.failed === 0 ? 0 : 1
})

async function runWhat(filters: readonly string[]): Promise<Totals> {
  if (filters.includes('--quick'))
    return runVitest([...quickArguments(root), ...filters.filter((filter) => filter !== '--quick')])
  return filters.length > 0 ? runSome(filters) : runAll()
}

async function runAll(): Promise<Totals> {
  await ensureBuilt()
  process.env['CHROMIUM_PATH'] = await bringChromium()
  await bringBubblewrap()
  return sum([await runVitest([]), await runPlaywright()])
}

async function runSome(filters: readonly string[]): Promise<Totals> {
  const inBrowser = globSync(['apps/web/src/**/*.browser.test.tsx'], { cwd: root })
  const named = inBrowser.some((path) => filters.some((filter) => path.includes(filter)))
  if (named) process.env['CHROMIUM_PATH'] = await bringChromium()
  return runVitest(filters)
}

async function runVitest(filters: readonly string[]): Promise<Totals> {
  const report = join(RESULTS, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runRunner({
    name: 'vitest',
    report,
    command: (files) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(files === null ? filters : [...files, '--no-file-parallelism']),
      ...reporters,
    ],
    totals: (json) => vitestTotals(json as VitestReport), // written by the runner a moment ago
    failedFiles: (json) => vitestFailedFiles(json as VitestReport), // the same
  })
}

async function runPlaywright(): Promise<Totals> {
  const [config] = globSync(['playwright.config.ts', 'apps/*/playwright.config.ts'], { cwd: root })
  if (config === undefined) return sum([])
  const report = join(RESULTS, 'playwright.json')
  process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
  return runRunner({
    name: 'playwright',
    report,
    command: (files) => [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...(files === null ? [] : [...files, '--workers=1']),
      '--config',
      config,
      '--reporter=line,json',
    ],
    totals: (json) => playwrightTotals(json as PlaywrightReport), // written by the runner a moment ago
    failedFiles: (json) => playwrightFailedFiles(json as PlaywrightReport), // the same
  })
}

interface Runner {
  readonly name: string
  readonly report: string
  /** The program and its arguments: for everything (`null`), or for these files, one after the other. */
  readonly command: (files: readonly string[] | null) => readonly string[]
  readonly totals: (json: unknown) => Totals
  readonly failedFiles: (json: unknown) => readonly string[]
}

/** If only a few files failed next to others, they run once more alone; those that pass only then are reported as unsteady. */
async function runRunner(runner: Runner): Promise<Totals> {
  const began = Date.now()
  const first = await runOnce(runner, null)
  const again = first.failedFiles.length > 0 && first.failedFiles.length <= SECOND_TRY_AT_MOST
  const second = again ? await runOnce(runner, first.failedFiles) : null
  const totals = second === null ? first.totals : afterSecondTry(first.totals, second.totals)
  if (second !== null)
    console.log(`${runner.name}: unsteady, run again alone: ${first.failedFiles.join(', ')}`)
  console.log(`${runner.name}: ${closingLine(totals)} in ${Math.round((Date.now() - began) / 1000)} s`)
  return totals
}

async function runOnce(
  { report, command, totals, failedFiles }: Runner,
  files: readonly string[] | null,
): Promise<{ readonly totals: Totals; readonly failedFiles: readonly string[] }> {
  rmSync(report, { force: true })
  const code = await passThrough(process.execPath, [...command(files)], { cwd: root })
  if (!existsSync(report)) return { totals: { ...sum([]), failed: 1 }, failedFiles: [] }
  const json: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const counted = totals(json)
  // If the runner fails although every test passed, the failure belongs to no test, such as an error after the last one.
  const ownerless = code !== 0 && counted.failed === 0
  return { totals: ownerless ? { ...counted, failed: 1 } : counted, failedFiles: failedFiles(json) }
}
