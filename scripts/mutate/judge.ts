// Judges the policy beside it, in a copy of the repository: the corpus and what bash was seen to start. Prints what it
// misses, and stops at the first miss that `--known <file>` does not list.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCase } from '../../packages/policy/src/case.ts'
import { scoreOf } from '../../packages/policy/src/corpus-score.ts'
import { caseDecider } from '../../packages/policy/src/decide-case.ts'
import { decide } from '../../packages/policy/src/decide.ts'
import { compilePolicy, type Policy } from '../../packages/policy/src/policy.ts'
import { readShell } from '../../packages/policy/src/shell/read-shell.ts'
import { isOddName, PLACE, showsProgram } from '../../packages/policy/src/shell/testing/reading.ts'
import { shellCall } from '../../packages/policy/src/testing/atoms.ts'

const CORPUS = join(import.meta.dirname, '../../corpus')
const [, , all, known] = process.argv
const forgiven = new Set(known === undefined ? [] : readFileSync(known, 'utf8').split('\n'))

function linesOf(name: string): readonly string[] {
  return readFileSync(join(CORPUS, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

function* missedCases(name: string): Generator<string> {
  const decider = caseDecider()
  for (const line of linesOf(name)) {
    const read = readCase(JSON.parse(line))
    if (!read.ok) yield `${name} unread`
    else if (scoreOf(read.value, decider.verdict(read.value)) !== 'right') yield `${name} ${read.value.id}`
  }
}

interface Recorded {
  readonly id: string
  readonly command: string
  readonly starts: readonly (readonly string[])[]
}

function recorded(line: string): Recorded {
  return JSON.parse(line) as Recorded // The file is ours and has this shape on every line; its README says so.
}

/** The laws are slow, and the tests hold all of them: here every so many texts speak for the rest. */
const EVERY = 5

const denying = new Map<string, Policy>()

function denies(program: string): Policy {
  const kept = denying.get(program)
  if (kept !== undefined) return kept
  const lists = { deny: [`terminal.exec(${program} *)`] }
  const made = compilePolicy({ mode: 'auto', layers: [{ layer: 'user', lists }], builtins: false })
  denying.set(program, made)
  return made
}

const none = compilePolicy({ mode: 'default', layers: [], builtins: false })
const runs = (command: string, policy: Policy): boolean =>
  decide(shellCall(command), policy).verdict === 'run'
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

function* brokenLaws(): Generator<string> {
  for (const line of linesOf('shell-bash.jsonl').filter((_, index) => index % EVERY === 0)) {
    const { id, command, starts } = recorded(line)
    const reading = readShell(command, PLACE)
    const names = [...new Set(starts.map(([name = '']) => name))]
    if (names.some((name) => !isOddName(name) && !showsProgram(reading, name))) yield `shown ${id}`
    if (runs(command, none) && starts.some((argv) => !runs(argv.map(quoted).join(' '), none)))
      yield `law 1 ${id}`
    const spelled = names.filter((name) => name !== '' && !/[*?'"`[\]{}()~\\\s<>&|]/.test(name))
    if (spelled.some((name) => runs(command, denies(name)))) yield `law 2 ${id}`
  }
}

function* misses(): Generator<string> {
  for (const name of [
    'paths',
    'own-paths',
    'urls',
    'own-urls',
    'shell-gate',
    'shell-more',
    'own-gate',
    'own-dressed',
    'irreversible',
  ])
    yield* missedCases(`${name}.jsonl`)
  yield* brokenLaws()
}

for (const miss of misses()) {
  if (forgiven.has(miss)) continue
  console.log(miss)
  process.exitCode = 1
  if (all !== 'all') break
}
