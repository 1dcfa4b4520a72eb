// `npm run long:agents`: the real agents against the gate, judged by the result on disk. `--only NAME` runs one agent, `--case TEXT` the
// cases whose name contains it, `--write` updates the table in docs/guide/other-agents.md.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/lib/root.mjs'
import { Attempt } from './attempt.ts'
import { CASES, type Case } from './cases.ts'
import { CODEX_CASES } from './codex-cases.ts'
import { Gate } from './gate.ts'
import { PRODUCTS } from './products.ts'
import type { Product } from './product.ts'
import { tableOf, type Outcome } from './table.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, case: { type: 'string' }, write: { type: 'boolean' } },
})

/** Cleanup for everything that must not outlive this run. */
const closing: (() => Promise<void>)[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    void Promise.allSettled(closing.map((close) => close())).then(() => process.exit(130))
  })

const outcomes: Outcome[] = []
for (const product of PRODUCTS) {
  if (values.only !== undefined && values.only !== product.agent) continue
  outcomes.push(...(await tryProduct(product)))
}
const table = tableOf(outcomes)
console.log(`\n${table}`)
if (values.write === true) await intoPage(table)
const failed = outcomes.filter(({ result }) => result === 'failed')
const skipped = outcomes.filter(({ result }) => result === 'skipped')
const held = outcomes.length - failed.length - skipped.length
console.log(`\n${held} held, ${failed.length} failed, ${skipped.length} skipped`)
process.exitCode = failed.length > 0 || outcomes.length === 0 ? 1 : 0

async function tryProduct(product: Product): Promise<readonly Outcome[]> {
  const { name } = product
  const program = await product.program()
  if (program === undefined) {
    console.log(
      `${name}: cannot be installed on ${process.platform} ${process.arch}; all its cases are skipped`,
    )
    return casesOf(product).map(({ name: of }) => ({
      agent: name,
      version: '–',
      of,
      result: 'skipped',
      why: 'not installed',
    }))
  }
  const version = await versionOf(product)
  const folder = await mkdtemp(join(tmpdir(), 'cs-agents-gate-'))
  await chmod(folder, 0o755)
  const gate = new Gate(folder)
  closing.unshift(async () => {
    await gate.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const tried: Outcome[] = []
  try {
    for (const one of casesOf(product)) {
      const outcome = await tryCase(one, product, program, gate)
      console.log(
        `${name} ${version}: ${one.name}: ${outcome.result}${outcome.why === undefined ? '' : ` (${outcome.why})`}`,
      )
      tried.push({ agent: name, version, of: one.name, ...outcome })
    }
  } finally {
    await closing.shift()?.()
  }
  return tried
}

function casesOf({ agent }: Product): readonly Case[] {
  const all = agent === 'codex' ? [...CASES, ...CODEX_CASES] : CASES
  return all.filter(({ name }) => values.case === undefined || name.includes(values.case))
}

async function tryCase(
  one: Case,
  product: Product,
  program: string,
  gate: Gate,
): Promise<Pick<Outcome, 'result' | 'why'>> {
  const why = one.cannot?.(product)
  if (why !== undefined) return { result: 'skipped', why }
  await (one.server ? gate.start() : gate.end())
  const attempt = await Attempt.make(product, program, gate)
  closing.unshift(() => attempt.close())
  try {
    await one.run(attempt)
    return { result: 'held' }
  } catch (cause) {
    return { result: 'failed', why: cause instanceof Error ? cause.message : String(cause) }
  } finally {
    await closing.shift()?.()
  }
}

async function versionOf(product: Product): Promise<string> {
  const path = join(import.meta.dirname, 'node_modules', product.package, 'package.json')
  const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string } // every package has a version
  return version
}

async function intoPage(text: string): Promise<void> {
  const path = join(root, 'docs/guide/other-agents.md')
  const page = await readFile(path, 'utf8')
  const marked = /(<!-- by `npm run long:agents -- --write` -->\n)[^]*?(<!-- end -->)/
  if (!marked.test(page)) throw new Error(`${path} has no place for the table`)
  await writeFile(
    path,
    page.replace(marked, (_all, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  )
}
