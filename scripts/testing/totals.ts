/** How many tests passed, failed and were skipped. */
export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Adds totals up. */
export function sum(all: readonly Totals[]): Totals {
  const add = (pick: (totals: Totals) => number) => all.reduce((total, one) => total + pick(one), 0)
  return {
    passed: add((one) => one.passed),
    failed: add((one) => one.failed),
    skipped: add((one) => one.skipped),
  }
}

/** The final line of every runner here: `12 passed, 0 failed`, and the number of skipped tests if there are any. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** Parses the last final line in a runner's output. */
export function readClosingLine(output: string): Totals | undefined {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)]
  const last = lines.at(-1)
  if (!last) return undefined
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) }
}

/** The totals in the JSON report of vitest. A file that cannot be loaded has no tests, but is a failure. */
export function vitestTotals(report: VitestReport): Totals {
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The totals in the JSON report of playwright. A test that passed only at the second attempt is a failure here. */
export function playwrightTotals({ stats, errors }: PlaywrightReport): Totals {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

/** The totals after the failed files were run again: a test that passed then is a pass. */
export function afterSecondTry(first: Totals, second: Totals): Totals {
  const recovered = Math.max(0, first.failed - second.failed)
  return { ...first, passed: first.passed + recovered, failed: second.failed }
}

/** The files with a failed test, or that could not be loaded. */
export function vitestFailedFiles(report: VitestReport): readonly string[] {
  return report.testResults.filter((file) => file.status === 'failed').map((file) => file.name)
}

/** The files with a failed test; none if the runner itself had an error. */
export function playwrightFailedFiles({ suites, errors }: PlaywrightReport): readonly string[] {
  if (errors.length > 0) return []
  return suites.filter(hasFailed).map((suite) => suite.file)
}

function hasFailed(suite: PlaywrightSuite): boolean {
  return (suite.specs ?? []).some((spec) => !spec.ok) || (suite.suites ?? []).some(hasFailed)
}

/** The fields of vitest's JSON report that are used here. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** The fields of playwright's JSON report that are used here. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
  readonly errors: readonly unknown[]
  readonly suites: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly file: string
  readonly specs?: readonly { readonly ok: boolean }[]
  readonly suites?: readonly PlaywrightSuite[]
}
