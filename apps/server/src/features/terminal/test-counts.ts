import { stripVTControlCharacters } from 'node:util'

/** Characters at the end of an output that are searched for a summary. */
const TAIL = 4000

/**
 * The counts of a test runner, compiler or linter, in its own words: `1 failed, 4 passed`, `3 errors`. Undefined: the output does not end
 * with a known summary. It repeats the program's output; the exit code is next to it.
 */
export function countsOf(output: string): string | undefined {
  const tail = stripVTControlCharacters(output.slice(-TAIL))
  for (const read of READERS) {
    const counts = read(tail)
    if (counts !== undefined) return counts
  }
  return undefined
}

type Reader = (tail: string) => string | undefined

/** Failures first, because people look for them. */
const ORDER = ['failed', 'errors', 'passed', 'skipped'] as const
type Counts = Partial<Record<(typeof ORDER)[number], number>>

function written(counts: Counts): string | undefined {
  const words = ORDER.flatMap((word) => {
    const many = counts[word] ?? 0
    return many > 0 ? [`${many} ${many === 1 && word === 'errors' ? 'error' : word}`] : []
  })
  return words.length === 0 ? undefined : words.join(', ')
}

/** The last match of a pattern. */
function last(tail: string, pattern: RegExp): RegExpMatchArray | undefined {
  return [...tail.matchAll(pattern)].at(-1)
}

/** The number before a word in a text; 0 if it is missing. */
function before(text: string, word: string): number {
  return Number(new RegExp(String.raw`(\d+) ${word}`).exec(text)?.[1] ?? 0)
}

const READERS: readonly Reader[] = [
  // Vitest and Jest: `Tests  1 failed | 4 passed (5)`, `Tests: 1 failed, 4 passed, 5 total`.
  (tail) => counted(last(tail, /^\s*Tests:?\s+(.*\d+ (?:passed|failed).*)$/gm)?.[1]),
  // pytest: `=== 1 failed, 4 passed, 1 error in 0.12s ===`, with `-q` without the frame.
  (tail) => counted(last(tail, /^[= ]*((?:\d+ \w+, )*\d+ \w+) in [\d.]+s(?: .*)?$/gm)?.[1]),
  // Node: `ℹ pass 4` and `ℹ fail 1`, or the same after `#`.
  (tail) => {
    const passed = last(tail, /^[ℹ#] pass (\d+)$/gm)?.[1]
    if (passed === undefined) return undefined
    const failed = last(tail, /^[ℹ#] fail (\d+)$/gm)?.[1]
    const skipped = last(tail, /^[ℹ#] skipped (\d+)$/gm)?.[1]
    return written({ passed: Number(passed), failed: Number(failed ?? 0), skipped: Number(skipped ?? 0) })
  },
  // Cargo reports each binary separately.
  (tail) => {
    const all = [...tail.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)]
    if (all.length === 0) return undefined
    const sum = (at: number): number => all.reduce((many, match) => many + Number(match[at] ?? 0), 0)
    return written({ passed: sum(1), failed: sum(2), skipped: sum(3) })
  },
  // Mocha: `4 passing (12ms)`, `1 failing`.
  (tail) => {
    const passing = last(tail, /^\s*(\d+) passing\b.*$/gm)?.[1]
    return passing === undefined
      ? undefined
      : written({
          passed: Number(passing),
          failed: Number(last(tail, /^\s*(\d+) failing\b/gm)?.[1] ?? 0),
          skipped: Number(last(tail, /^\s*(\d+) pending\b/gm)?.[1] ?? 0),
        })
  },
  // RSpec and minitest: `5 examples, 1 failure`, `5 runs, 9 assertions, 1 failures, 0 errors, 0 skips`.
  (tail) => {
    const line = last(tail, /^(\d+) (?:examples?|runs), .*$/gm)
    if (line === undefined) return undefined
    const failed = before(line[0], 'failure') + before(line[0], 'error')
    return written({ passed: Number(line[1]) - failed - before(line[0], 'skip'), failed })
  },
  // unittest: `Ran 5 tests in 0.001s`, then `OK` or `FAILED (failures=1, errors=1)`.
  (tail) => {
    const ran = last(tail, /^Ran (\d+) tests? in [\d.]+s\s+(OK|FAILED)(?: \((.*)\))?/gm)
    if (ran === undefined) return undefined
    const bad = [...(ran[3] ?? '').matchAll(/(?:failures|errors)=(\d+)/g)]
    const failed = bad.reduce((sum, match) => sum + Number(match[1] ?? 0), 0)
    return written({ passed: Number(ran[1]) - failed, failed })
  },
  // .NET: `Failed: 1, Passed: 4, Skipped: 0, Total: 5`.
  (tail) => {
    const line = last(tail, /Failed:\s+(\d+), Passed:\s+(\d+), Skipped:\s+(\d+)/g)
    return line === undefined
      ? undefined
      : written({ failed: Number(line[1]), passed: Number(line[2]), skipped: Number(line[3]) })
  },
  // Playwright and others give each count a line: `  1 failed`, `  4 passed (3.2s)`.
  (tail) => {
    const passed = last(tail, /^\s*(\d+) passed(?: \([\d.]+m?s?\))?$/gm)?.[1]
    const failed = last(tail, /^\s*(\d+) failed$/gm)?.[1]
    const known = { passed: Number(passed ?? 0), failed: Number(failed ?? 0) }
    return passed === undefined && failed === undefined ? undefined : written(known)
  },
  // A line of only counts: `16 passed, 0 failed, 7 skipped`.
  (tail) => counted(last(tail, /^((?:\d+ (?:passed|failed|skipped)(?:, |$))+)$/gm)?.[1]),
  // Go names each test that failed.
  (tail) => {
    if (!/^(?:FAIL|ok)\s+\S+/m.test(tail)) return undefined
    return written({ failed: [...tail.matchAll(/^\s*--- FAIL: /gm)].length })
  },
  // TypeScript and ESLint: `Found 3 errors in 2 files.`, `✖ 3 problems (2 errors, 1 warning)`.
  (tail) => {
    const line = last(tail, /^(?:Found (\d+) errors?\b.*|✖ \d+ problems? \((\d+) errors?,.*)$/gm)
    return line === undefined ? undefined : written({ errors: Number(line[1] ?? line[2] ?? 0) })
  },
]

/** Counts in one line, each before its word. */
function counted(line: string | undefined): string | undefined {
  if (line === undefined) return undefined
  return written({
    failed: before(line, 'failed'),
    errors: before(line, 'errors?'),
    passed: before(line, 'passed'),
    skipped: before(line, 'skipped'),
  })
}
