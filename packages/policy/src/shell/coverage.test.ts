import { describe, expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'
import type { Verdict } from '../verdict.ts'

/** What is said of a command where one rule allows something. */
function allowing(rule: string, command: string): Verdict {
  return decideText('default', [`allow terminal.exec(${rule})`], `terminal.exec(${command})`).verdict
}

describe('P7.9 an allow rule covers what it spells', () => {
  test.each<[string, string, Verdict]>([
    ['touch * > a', 'touch x > a', 'run'],
    ['touch * > a', 'touch x', 'ask'],
    ['touch * > a', 'touch x > b', 'ask'],
    ['touch * > a', 'touch x > a > b', 'ask'],
    ['touch * > *.txt', 'touch x > b.txt', 'run'],
    ['touch *', 'touch x > b.txt', 'ask'],
  ])('allow %s: %s is %s', (rule, command, verdict) => expect(allowing(rule, command)).toBe(verdict))
})

describe('P16.1 a protected file has to stand in the rule letter for letter', () => {
  test.each<[string, string, Verdict]>([
    ['echo * > .git/config', 'echo x > .git/config', 'run'],
    ['echo * > .git/config*', 'echo x > .git/config', 'ask'],
    ['echo * > .git/*', 'echo x > .git/config', 'ask'],
    ['echo * > * > b.txt', 'echo x > .git/config > b.txt', 'ask'],
    ['tee .git/config', 'tee .git/config', 'run'],
    ['tee *', 'tee .git/config', 'ask'],
  ])('allow %s: %s is %s', (rule, command, verdict) => {
    const { verdict: found } = decideText(
      'auto',
      [`allow terminal.exec(${rule})`],
      `terminal.exec(${command})`,
    )
    expect(found).toBe(verdict)
  })
})

describe('P7.9 a rule spells whether what is in the file stays', () => {
  test.each<[string, string, Verdict]>([
    ['echo * >> log', 'echo a >> log', 'run'],
    ['echo * >> log', 'echo a 2>> log', 'run'],
    ['echo * >> log', 'echo a > log', 'ask'],
    ['echo * >> log', 'echo a >| log', 'ask'],
    ['echo * >> log', 'echo a &> log', 'ask'],
    ['echo * > log', 'echo a > log', 'run'],
    ['echo * > log', 'echo a >| log', 'run'],
    ['echo * > log', 'echo a >> log', 'ask'],
    ['echo * >>log', 'echo a >>log', 'run'],
    ['echo * >> log > out', 'echo a >> log > out', 'run'],
    ['echo * >> log > out', 'echo a > log > out', 'ask'],
  ])('allow %s: %s is %s', (rule, command, verdict) => expect(allowing(rule, command)).toBe(verdict))
})
