import { expect, test } from 'vitest'
import { closingLine, playwrightTotals, readClosingLine, sum, vitestTotals } from './totals.ts'

test.each([
  [{ passed: 3, failed: 0, skipped: 0 }, '3 passed, 0 failed'],
  [{ passed: 3, failed: 1, skipped: 2 }, '3 passed, 1 failed, 2 skipped'],
])('%j is written as "%s" and read back', (totals, line) => {
  expect(closingLine(totals)).toBe(line)
  expect(readClosingLine(`9 passed, 9 failed\nnoise\n${line}\n`)).toEqual(totals)
})

test('only a line of its own is a closing line', () => {
  expect(readClosingLine('suite: 3 passed, 0 failed in 2 s\n')).toBeUndefined()
})

test('totals add up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 })
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

test('a test file that cannot be loaded is a failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  }
  expect(vitestTotals(report)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a test of the page that passed at the second try is a failure', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] }
  expect(playwrightTotals(report)).toEqual({ passed: 4, failed: 3, skipped: 0 })
})
