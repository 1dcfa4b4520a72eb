/**
 * Runs the corpus through the gate's own decision and prints unsafe, needless and right, as a whole, by file and by class.
 *
 *     npm run corpus [-- --failures] [-- FILE…]
 *
 * `--failures` lists every case that is not right. Ends with 1 when a case is unsafe.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { caseDecider, readCase, scoreOf } from '../packages/policy/src/index.ts'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const showFailures = args.includes('--failures')
const named = args.filter((arg) => !arg.startsWith('--'))
const files = named.length > 0 ? named : await corpusFiles()

const whole = tally()
const started = performance.now()
for (const file of files) await runFile(file)
if (files.length > 1) print('all', whole)
const elapsed = performance.now() - started
console.log(`${whole.cases} cases in ${elapsed.toFixed(0)} ms`)
process.exitCode = whole.unsafe > 0 ? 1 : 0

async function corpusFiles() {
  const folder = join(root, 'corpus')
  const names = await readdir(folder)
  // Facts about bash have no expected answer; a separate test covers the laws over them.
  const wanted = names.filter((name) => name.endsWith('.jsonl') && name !== 'shell-bash.jsonl')
  return wanted.toSorted().map((name) => join(folder, name))
}

async function runFile(file) {
  const decider = caseDecider()
  const here = tally()
  const classes = new Map()
  const failures = []
  const text = await readFile(file, 'utf8')
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const read = readCase(JSON.parse(line))
    if (!read.ok) throw new Error(`${basename(file)}: ${read.error.message}`)
    const answer = decider.line(line)
    const score = scoreOf(read.value, answer.decision)
    const group = read.value.group ?? '-'
    if (!classes.has(group)) classes.set(group, tally())
    for (const count of [whole, here, classes.get(group)]) add(count, score)
    if (score !== 'right') failures.push({ score, answer, line: JSON.parse(line) })
  }
  print(basename(file), here)
  for (const [group, count] of [...classes].toSorted(([a], [b]) => a.localeCompare(b)))
    print(`  ${group}`, count)
  if (showFailures) for (const failure of failures) printFailure(failure)
}

function tally() {
  return { cases: 0, right: 0, unsafe: 0, needless: 0, other: 0 }
}

function add(count, score) {
  count.cases += 1
  count[score] += 1
}

function print(name, { cases, right, unsafe, needless, other }) {
  const part = (count) => `${String(count).padStart(5)} ${((100 * count) / cases).toFixed(1).padStart(5)} %`
  console.log(
    `${name.padEnd(24)} ${String(cases).padStart(5)} cases   unsafe ${part(unsafe)}   needless ${part(needless)}` +
      `   right ${part(right)}   other ${String(other).padStart(3)}`,
  )
}

function printFailure({ score, answer, line }) {
  const asked = line.command ?? line.specifier
  console.log(
    `\n${score.toUpperCase()} ${line.id} ${line.mode}: expected ${line.expect}, got ${answer.decision}`,
  )
  console.log(`    ${line.tool ?? 'terminal.exec'} ${JSON.stringify(asked)}`)
  console.log(`    rules ${JSON.stringify(line.rules)}`)
  console.log(`    why   ${line.why}`)
  for (const reason of answer.reasons) console.log(`    - ${reason}`)
}
