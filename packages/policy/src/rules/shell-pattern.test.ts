import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textField } from '../model/field.ts'
import { argvOf } from '../shell/programs/testing/argv.ts'
import {
  compileShellPattern,
  coversWords,
  escapeShellWord,
  firstWord,
  fitsWords,
  isExact,
} from './shell-pattern.ts'

const covers = (pattern: string, line: string): boolean =>
  coversWords(compileShellPattern(pattern), argvOf(line))
const fits = (pattern: string, line: string): string => fitsWords(compileShellPattern(pattern), argvOf(line))

test.each([
  ['P7.1', 'npm run *', 'npm run build', true],
  ['P7.1', 'npm run *', 'npm run', true],
  ['P7.1', 'npm run *', 'npm run build -- -w x', true],
  ['P7.1', 'npm run *', 'npm runner', false],
  ['P7.1', 'npm run *', 'npm', false],
  ['P7.2', 'npm run test*', 'npm run test:unit', true],
  ['P7.2', 'npm run test*', 'npm run build', false],
  ['P7.2', 'docker run *--privileged*', 'docker run --privileged alpine', true],
  ['P7.2', 'docker run *--privileged*', 'docker run -it --privileged', true],
  ['P7.2', 'docker run *--privileged*', 'docker run alpine', false],
  ['P7.2', 'curl -s https://a.b/*', 'curl -s https://a.b/x -H y', true],
  ['P7.2', 'curl -s https://a.b/*', 'curl -s https://a.b.evil/x', false],
  ['P7.3', 'npm run build', 'npm run build', true],
  ['P7.3', 'npm run build', 'npm run builds', false],
  ['P7.3', 'npm run build', 'npm run build x', false],
  ['P7.4', 'npm run build', "npm run 'build'", true],
  ['P7.4', 'npm run *', "'npm run' build", false],
  ['P7.4', 'git commit -m "a b"', "git commit -m 'a b'", true],
  ['P7.4', 'git commit -m a\\ b', "git commit -m 'a b'", true],
  ['P7.4', 'git commit -m a b', "git commit -m 'a b'", false],
  ['P7.4', "echo it's *", 'echo x', false],
  ['P5.8', 'ls \\*.ts', "ls '*.ts'", true],
  ['P5.8', 'ls \\*.ts', 'ls a.ts', false],
  ['P5.8', "ls '*.ts'", 'ls a.ts', false],
  ['P7.4', 'echo \\(a\\) \\>b', "echo '(a)' '>b'", true],
  ['P7.6', 'npm *', './npm test', false],
  ['P7.6', 'npm *', '$X test', false],
  ['P7.6', '* test', '$X test', false],
  ['P7.3', 'npm test *', 'npm test "$X"', true],
  ['P7.3', 'npm test *', 'npm $X', false],
  ['P7.17', 'rm build/*', 'rm build/x', true],
  ['P7.17', 'rm build/*', 'rm build/../src', false],
  ['P7.17', './scripts/*', './scripts/../evil', false],
])('%s %j covers %j: %s', (_rule, pattern, line, verdict) => {
  expect(covers(pattern, line)).toBe(verdict)
})

test.each([
  ['P7.5', 'git push *', 'git push origin', 'hit'],
  ['P7.5', 'git push *', 'git push', 'hit'],
  ['P7.5', 'git push *', 'git pushx', 'no'],
  ['P7.5', 'git *', 'gitk --all', 'no'],
  ['P7.5', 'git push *', 'git push $X', 'hit'],
  ['P3.4', 'git push *', 'git "$X" origin', 'possible'],
  ['P3.4', 'git push *', 'git $X push', 'possible'],
  ['P3.4', 'git push', 'git push $X', 'possible'],
  ['P3.4', 'git push', 'git push "$X"', 'no'],
  ['P3.4', 'git push origin main', 'git "$X"', 'no'],
  ['P3.4', 'git push origin main', 'git $X', 'possible'],
  ['P3.4', 'git push *', 'git pu"$X"', 'possible'],
  ['P3.4', 'git push *', 'git a"$X"', 'no'],
  ['P3.4', 'npm publish', '$X test', 'possible'],
  ['P3.4', 'rm -rf *', 'rm *', 'possible'],
  ['P3.4', 'rm -rf *', 'rm *.log', 'no'],
  ['P3.4', 'rm -rf *', 'rm build/*', 'no'],
  ['P3.4', 'curl "https://evil/*"', 'curl https://evil/x', 'hit'],
])('%s %j fits %j: %s', (_rule, pattern, line, fit) => {
  expect(fits(pattern, line)).toBe(fit)
})

describe('redirects that a rule spells', () => {
  test.each([
    ['echo * > notes.txt', ['notes.txt']],
    ['echo * >notes.txt', ['notes.txt']],
    ['npm test 2>&1', []],
    ['npm test 2>/dev/null', []],
    ['npm test >> out/*', ['out/']],
    ["echo '>' x", []],
    ['echo \\> x', []],
  ])('P7.9 %j', (pattern, targets) => {
    const { redirects } = compileShellPattern(pattern)
    expect(redirects.map((redirect) => redirect.target.chunks[0])).toEqual(targets)
  })
})

test('P5.8 an escaped word is taken literally, whatever is in it', () => {
  const words = fc.array(
    fc.string({ unit: fc.constantFrom('a', '*', ' ', '\\', "'", '"', '>', '2', '&', '(', ')') }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  fc.assert(
    fc.property(words, (list) => {
      const pattern = compileShellPattern(list.map(escapeShellWord).join(' '))
      const fields = list.map((word) => textField(word, { start: 0, end: 0 }))
      expect(isExact(pattern)).toBe(true)
      expect(pattern.redirects).toEqual([])
      expect(coversWords(pattern, fields)).toBe(true)
      expect(coversWords(pattern, [...fields, textField('x', { start: 0, end: 0 })])).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

test('P5.7 strange and long patterns neither fail nor match by accident', () => {
  for (const text of ['', ' ', '"', "'", '\\', '>', '2>', '**', '\\*', '__proto__', 'constructor *']) {
    const pattern = compileShellPattern(text)
    expect(fitsWords(pattern, argvOf('npm test'))).toBe(text === '**' ? 'hit' : 'no')
  }
  const long = compileShellPattern(`echo ${'*a'.repeat(50_000)}`)
  const started = performance.now()
  expect(coversWords(long, argvOf(`echo ${'a'.repeat(10_000)}`))).toBe(false)
  expect(fitsWords(long, argvOf(`echo ${'a'.repeat(10_000)}$X`))).toBe('possible')
  expect(performance.now() - started).toBeLessThan(2000)
  // What is known fits or does not, however long both are.
  const other = compileShellPattern(`echo *${'a'.repeat(1_500)}`)
  expect(fitsWords(other, argvOf(`echo ${'b'.repeat(1_500)}`))).toBe('no')
  expect(firstWord(long)).toBe('echo')
})

test('P3.4 what is certain is also possible', () => {
  const word = fc.constantFrom('git', 'push', '-f', '$X', '"$X"', '*', 'a*', 'p"$X"')
  const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  const pattern = fc
    .array(fc.constantFrom('git', 'push', '-f', '*', 'pu*', 'a'), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(pattern, line, (text, command) => {
      expect(covers(text, command) && fits(text, command) === 'no').toBe(false)
    }),
    { numRuns: 2000 },
  )
})
