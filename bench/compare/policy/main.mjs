// `npm run compare`: our policy and our loop compared with npm packages, on the same inputs in one run; writes
// `docs/comparison-figures.md`.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureLoops } from '../loop/measure.mjs'
import { comparison } from './page.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const compare = join(root, 'bench/compare')
const FILES = ['shell-gate.jsonl', 'shell-more.jsonl']
const STARTS = 7

/** The contenders. `package`: the package whose version is reported. */
const CONTENDERS = [
  { name: 'Countersign', file: 'countersign.mjs' },
  { name: 'Gemini CLI, its policy engine', file: 'gemini-cli.mjs', package: '@google/gemini-cli-core' },
  { name: 'patterns + cc-safety-net', file: 'cc-safety-net.mjs', package: 'cc-safety-net' },
  { name: 'patterns', file: 'regex.mjs' },
  { name: 'casbin, `keyMatch`', file: 'casbin.mjs', package: 'casbin' },
]

const { scoreOf } = await import(join(root, 'packages/policy/dist/whole.js'))

const cases = FILES.flatMap((file) =>
  readFileSync(join(root, 'corpus', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line)),
)
const folder = mkdtempSync(join(tmpdir(), 'countersign-compare-'))
const all = join(folder, 'cases.json')
const none = join(folder, 'none.json')
writeFileSync(
  all,
  JSON.stringify(
    cases.map(({ id, command, rules, mode = 'default', shipped }) => ({ id, command, rules, mode, shipped })),
  ),
)
writeFileSync(none, '[]')

const results = []
for (const contender of CONTENDERS) {
  console.log(contender.name)
  const ran = await measure(contender, all)
  const tally = { right: 0, unsafe: 0, needless: 0, other: 0 }
  const unsafeIn = new Map()
  const unsafeBy = new Map()
  for (const [index, given] of cases.entries()) {
    const score = scoreOf(
      { expect: given.expect, alternatives: [given.alt ?? []].flat() },
      ran.verdicts[index],
    )
    tally[score] += 1
    if (score !== 'unsafe') continue
    for (const [counts, name] of [
      [unsafeIn, given.class],
      [unsafeBy, given.mode ?? 'default'],
    ])
      counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  results.push({
    ...contender,
    ...ran,
    start: Number.POSITIVE_INFINITY,
    tally,
    unsafeIn,
    unsafeBy,
    version: versionOf(contender.package),
  })
}
console.log('starts')
// Interleaved, and the minimum is used, because other load on the machine can only add time.
for (let round = 0; round < STARTS; round += 1)
  for (const result of results) result.start = Math.min(result.start, (await measure(result, none)).start)
rmSync(folder, { recursive: true, force: true })
console.log('loops')
const loops = await measureLoops(versionOf)
writeFileSync(
  join(root, 'docs/comparison-figures.md'),
  comparison({ results, loops, cases: cases.length, node: process.version, cores: cpus().length }),
)
console.log('docs/comparison-figures.md')

function measure({ file }, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(compare, 'policy', file), input], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const out = []
    const errors = []
    child.stdout.on('data', (piece) => out.push(piece))
    child.stderr.on('data', (piece) => errors.push(piece))
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`${file} ended with ${code}: ${Buffer.concat(errors)}`))
      resolve(JSON.parse(Buffer.concat(out).toString()))
    })
  })
}

function versionOf(name) {
  if (name === undefined) return undefined
  return JSON.parse(readFileSync(join(compare, 'node_modules', name, 'package.json'), 'utf8')).version
}
