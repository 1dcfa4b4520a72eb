// Changes the deciding code of the policy in small ways and looks whether the corpus, the laws or the tests notice:
// `npm run mutate -- --count 120 --seed 1`. A change that does not compile is none, and does not count.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../lib/root.mjs'
import { makeCopy } from './copy.ts'
import { changeOf } from './change.ts'
import { compiled, type Candidate } from './compiled.ts'
import { isEquivalent } from './equivalent.ts'
import { applied, mutantsOf } from './places.ts'
import { shuffled } from './shuffle.ts'
import { otherTests, PINNED, targetFiles, testsBeside } from './targets.ts'

type Fate = 'killed' | 'equivalent' | 'survived'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    /** Changes that compile and were judged in a run before. */
    skip: { type: 'string', default: '0' },
    only: { type: 'string' },
    /** Leaves out tests that do not stand beside the file: faster, and more survive than really do. */
    beside: { type: 'boolean' },
    minutes: { type: 'string', default: '20' },
  },
})
/** Seconds of a processor, and MB: far more than the unchanged code needs. */
const MOST = { pinned: 40, corpus: 20, tests: 300, memory: 2_000 } as const
const until = Date.now() + Number(values.minutes) * 60_000

const copy = makeCopy(root)
try {
  const code = join(copy.path, 'packages/policy/src')
  const known = knownMisses(copy.path)
  mustHold(PINNED, MOST.pinned)
  const tally: Record<Fate, number> = { killed: 0, equivalent: 0, survived: 0 }
  const chosen = sample(code)
  const compiling = compiled(chosen, copy.path)
  console.log(`${chosen.length} changes, ${compiling.length} of them compile`)
  for (const tests of new Map(compiling.map(({ file }) => besideOf(file, code))).values())
    mustHold(tests, MOST.tests)
  const judged = compiling.slice(Number(values.skip))
  for (const [index, candidate] of judged.entries()) {
    if (Date.now() > until) break
    const { fate, by } = fateOf(candidate, { code, known })
    tally[fate] += 1
    console.log(`${index + 1} ${fate} ${by}: ${told(candidate)}`)
  }
  const { killed, equivalent, survived } = tally
  const share = ((100 * killed) / Math.max(1, killed + survived)).toFixed(1)
  console.log(`${killed} killed, ${survived} survived: ${share} %; ${equivalent} equivalent`)
  process.exitCode = survived === 0 ? 0 : 1
} finally {
  copy.remove()
}

function sample(code: string): readonly Candidate[] {
  const all = targetFiles(code).flatMap((file) => {
    const source = readFileSync(join(code, file), 'utf8')
    return mutantsOf(file, source).map((mutant) => ({ file, source, mutant }))
  })
  console.log(`${all.length} places`)
  const { only } = values
  const wanted = only === undefined ? all : all.filter(({ file }) => file.startsWith(only))
  const from = Number(values.from)
  return shuffled(wanted, Number(values.seed)).slice(from, from + Number(values.count))
}

/** What the unchanged code misses is not held against a change. */
function knownMisses(path: string): string {
  const { stdout, stderr } = run(path, ['scripts/mutate/judge.ts', 'all'], MOST.corpus)
  if (stderr.includes('Error')) throw new Error(stderr)
  const file = join(path, 'known.txt')
  writeFileSync(file, stdout)
  return file
}

/** A test that fails as the code is would count every change as noticed. */
function mustHold(tests: readonly string[], seconds: number): void {
  if (!passes(tests, seconds)) throw new Error(`a test fails as the code is: ${tests.join(' ')}`)
}

function besideOf(file: string, code: string): readonly [string, readonly string[]] {
  const tests = testsBeside(file, code)
  return [tests.join(' '), tests]
}

function fateOf(
  { file, source, mutant }: Candidate,
  { code, known }: { readonly code: string; readonly known: string },
): { readonly fate: Fate; readonly by: string } {
  if (isEquivalent(changeOf(file, source, mutant))) return { fate: 'equivalent', by: 'by its reason' }
  writeFileSync(join(code, file), applied(source, mutant))
  try {
    const judged = run(copy.path, ['scripts/mutate/judge.ts', 'first', known], MOST.corpus)
    if (judged.status !== 0) return { fate: 'killed', by: `by ${whyOf(judged)}` }
    if (!passes(PINNED, MOST.pinned)) return { fate: 'killed', by: 'by what is pinned' }
    const others = values.beside === true ? [] : [otherTests(file, code)]
    const noticed = [testsBeside(file, code), ...others].some((tests) => !passes(tests, MOST.tests))
    return noticed ? { fate: 'killed', by: 'by a test' } : { fate: 'survived', by: 'all' }
  } finally {
    writeFileSync(join(code, file), source)
  }
}

function passes(tests: readonly string[], seconds: number): boolean {
  // In threads: whoever ends the process ends all of it.
  const options = ['--bail=1', '--pool=threads', '--no-isolate', '--no-file-parallelism', '--reporter=dot']
  const files = tests.map((name) => `packages/policy/src/${name}`)
  return run(copy.path, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files], seconds).status === 0
}

interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * A change may make a loop endless or a list grow for ever: that is noticed by its cost. Time of the processor and not of the clock,
 * for the machine may be busy.
 */
function run(cwd: string, args: readonly string[], seconds: number): Run {
  const limited = [`ulimit -t ${seconds} && exec "$0" "$@"`, process.execPath]
  return spawnSync('sh', ['-c', ...limited, `--max-old-space-size=${MOST.memory}`, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LAW_RUNS: '500' },
  })
}

function whyOf({ status, stdout }: Run): string {
  return status === null ? 'its time' : stdout.trim() || 'an error'
}

function told({ file, source, mutant }: Candidate): string {
  const { from, to } = changeOf(file, source, mutant)
  const line = source.slice(0, mutant.start).split('\n').length
  return `${file}:${line} ${mutant.operator}\n    - ${from}\n    + ${to}`
}
