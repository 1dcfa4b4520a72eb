import { expect, test } from 'vitest'
import {
  afterSecondTry,
  closingLine,
  playwrightFailedFiles,
  playwrightTotals,
  readClosingLine,
  sum,
  vitestFailedFiles,
  vitestTotals,
} from './totals.ts'

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
      { name: 'a', status: 'failed', assertionResults: [] },
      { name: 'b', status: 'failed', assertionResults: [{ status: 'failed' }] },
      { name: 'c', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  }
  expect(vitestFailedFiles(report)).toEqual(['a', 'b'])
  expect(vitestTotals(report)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a test of the page that passed at the second try is a failure', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}], suites: [] }
  expect(playwrightTotals(report)).toEqual({ passed: 4, failed: 3, skipped: 0 })
})

test('the files to run once more are those with a failed test, at any depth', () => {
  const stats = { expected: 4, unexpected: 2, flaky: 0, skipped: 0 }
  const suites = [
    { file: 'a', specs: [{ ok: true }, { ok: false }] },
    { file: 'b', specs: [{ ok: true }], suites: [{ file: 'b', specs: [{ ok: false }] }] },
    { file: 'c', specs: [{ ok: true }] },
  ]
  expect(playwrightFailedFiles({ stats, errors: [], suites })).toEqual(['a', 'b'])
  expect(playwrightFailedFiles({ stats, errors: [{}], suites })).toEqual([])
})

test.each([
  [0, { passed: 7, failed: 0, skipped: 1 }],
  [1, { passed: 6, failed: 1, skipped: 1 }],
  [4, { passed: 5, failed: 4, skipped: 1 }],
])('of two failures %i fail again', (failed, totals) => {
  const first = { passed: 5, failed: 2, skipped: 1 }
  expect(afterSecondTry(first, { passed: 9, failed, skipped: 0 })).toEqual(totals)
})
