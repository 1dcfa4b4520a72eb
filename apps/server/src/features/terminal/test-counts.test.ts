import { expect, test } from 'vitest'
import { countsOf } from './test-counts.ts'

test.each<[name: string, output: string, counts: string | undefined]>([
  ['nothing', '', undefined],
  ['no summary', 'hello\nworld\n', undefined],
  ['words that only look like one', 'I passed 4 exams\nand failed 1', undefined],
  [
    'Vitest',
    ' Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 4 passed | 2 skipped (7)\n   Start at  20:03:41\n   Duration  78.28s\n',
    '1 failed, 4 passed, 2 skipped',
  ],
  [
    'Vitest in colour',
    '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m21 passed\u001b[39m\u001b[22m (21)\n',
    '21 passed',
  ],
  [
    'Jest',
    'Test Suites: 1 failed, 1 total\nTests:       1 failed, 4 passed, 5 total\nTime: 1 s\n',
    '1 failed, 4 passed',
  ],
  [
    'pytest',
    'FAILED test_a.py::test_b\n========= 1 failed, 4 passed, 1 error in 0.12s =========\n',
    '1 failed, 1 error, 4 passed',
  ],
  ['pytest -q', '..... [100%]\n5 passed in 0.01s\n', '5 passed'],
  [
    'Node',
    'ℹ tests 5\nℹ pass 4\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\n\n✖ failing tests:\n',
    '1 failed, 4 passed',
  ],
  ['Node, TAP', '# tests 5\n# pass 5\n# fail 0\n', '5 passed'],
  [
    'Cargo, two binaries',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured\n',
    '2 failed, 4 passed, 1 skipped',
  ],
  ['Mocha', '\n  4 passing (12ms)\n  1 failing\n\n  1) adds\n', '1 failed, 4 passed'],
  ['RSpec', 'Finished in 0.1 seconds\n5 examples, 1 failure\n', '1 failed, 4 passed'],
  ['unittest', 'Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1)\n', '2 failed, 3 passed'],
  ['unittest, well', 'Ran 1 test in 0.001s\n\nOK\n', '1 passed'],
  [
    '.NET',
    'Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 1 s',
    '1 failed, 4 passed',
  ],
  ['Playwright', '  1 failed\n    a.spec.ts:14:1 › b\n  4 passed (3.2s)\n', '1 failed, 4 passed'],
  ['counts alone', '16997 passed, 0 failed, 7 skipped\n', '16997 passed, 7 skipped'],
  ['Go', '--- FAIL: TestAdd (0.00s)\n    add_test.go:5: 3\nFAIL\nFAIL\texample.com/add\t0.2s\n', '1 failed'],
  ['TypeScript', 'a.ts(1,1): error TS1\n\nFound 3 errors in 2 files.\n', '3 errors'],
  ['ESLint', '\n✖ 3 problems (1 error, 2 warnings)\n', '1 error'],
])('%s', (_name, output, counts) => {
  expect(countsOf(output)).toBe(counts)
})

test('looks at the end alone, however long the output is', () => {
  expect(countsOf(`${'x'.repeat(2_000_000)}\n5 passed in 0.01s\n`)).toBe('5 passed')
  expect(countsOf(`5 passed in 0.01s\n${'x\n'.repeat(100_000)}`)).toBeUndefined()
})
