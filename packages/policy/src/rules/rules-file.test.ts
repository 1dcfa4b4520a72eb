import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkExpectations } from '../expectations.ts'
import { compilePolicy } from '../policy.ts'
import { PLACE } from '../testing/atoms.ts'
import { formatRulesFile, layerOfRulesFile, parseRulesFile } from './rules-file.ts'

const FILE = `# what this project lets run
mode acceptEdits

allow terminal.exec(npm run *)
ask   terminal.exec(git push *)
deny files.read(.env)
\tallow bash(make)
expect npm run build -> run
expect files.read(.env) -> block
expect echo a -> b -> run
`

test('P18.1 one statement a line', () => {
  expect(parseRulesFile(FILE)).toEqual({
    lists: {
      deny: ['files.read(.env)'],
      ask: ['terminal.exec(git push *)'],
      allow: ['terminal.exec(npm run *)', 'terminal.exec(make)'],
    },
    mode: 'acceptEdits',
    expectations: [
      { call: 'npm run build', verdict: 'run', line: 8 },
      { call: 'files.read(.env)', verdict: 'block', line: 9 },
      { call: 'echo a -> b', verdict: 'run', line: 10 },
    ],
    errors: [],
  })
  expect(parseRulesFile(`\uFEFF${FILE.replaceAll('\n', '\r\n')}`)).toEqual(parseRulesFile(FILE))
})

describe('P18.2 errors have line and position', () => {
  test.each([
    ['dney terminal.exec(x)', 1, 0],
    ['\n  allow files.read([abc)', 2, 19],
    ['allow', 1, 5],
    ['mode', 1, 4],
    ['mode two words', 1, 5],
    ['mode auto\nmode plan', 2, 0],
    ['expect ls', 1, 9],
    ['expect ls -> maybe', 1, 10],
    ['expect -> run', 1, 7],
  ])('%j: line %d, position %d', (text, line, position) => {
    const { errors } = parseRulesFile(text)
    expect(errors.map((error) => [error.line, error.position])).toEqual([[line, position]])
  })

  test('a file with an error fails closed', () => {
    const file = parseRulesFile('allow terminal.exec(npm test)\ndney terminal.exec(git push)')
    const policy = compilePolicy({
      mode: 'auto',
      layers: [layerOfRulesFile('project', file, { trusted: true })],
    })
    expect(policy.rules).toEqual([])
    expect(policy.unloadable).toEqual([
      { layer: 'project', list: 'deny' },
      { layer: 'project', list: 'ask' },
    ])
  })
})

test('P18.1 what is written reads back', () => {
  const rule = fc.constantFrom('terminal.exec(npm *)', 'files.read(.env)', 'web.fetch')
  const lists = fc.record({ deny: fc.array(rule), ask: fc.array(rule), allow: fc.array(rule) })
  fc.assert(
    fc.property(lists, (given) => {
      const text = formatRulesFile({
        lists: given,
        mode: 'auto',
        expectations: [{ call: 'ls', verdict: 'run', line: 1 }],
      })
      expect(parseRulesFile(text)).toMatchObject({ lists: given, mode: 'auto', errors: [] })
    }),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseRulesFile(text)))
})

test('P18.3 expectations are decided by the whole policy', () => {
  const file = parseRulesFile(
    'deny files.read(.env)\nexpect files.read(.env) -> block\nexpect files.read(a) -> ask',
  )
  const policy = compilePolicy({ mode: 'default', layers: [layerOfRulesFile('user', file)] })
  const failures = checkExpectations(policy, file.expectations, PLACE)
  expect(failures.map(({ expectation, decision }) => [expectation.line, decision.verdict])).toEqual([
    [3, 'run'],
  ])
})
