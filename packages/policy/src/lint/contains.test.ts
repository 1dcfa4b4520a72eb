/** @module-tag slow */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCallText } from '../call-text.ts'
import { CORPUS_PLACE } from '../case.ts'
import { parseRule } from '../rules/parse.ts'
import type { ListName, PlacedRule } from '../model/rule.ts'
import { subjectsOf } from '../subjects.ts'
import { containsRule } from './contains.ts'

function rule(text: string): PlacedRule['rule'] {
  const parsed = parseRule(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`)
  return parsed.value
}

describe('one rule contains another', () => {
  test.each([
    // outer, inner, for allow, for deny
    ['files.write', 'files.write(/src/a.ts)', true, true],
    ['files.write', 'files.write(/.npmrc)', false, true],
    ['files.*', 'files.write(/src/**)', true, true],
    ['files.write', 'files.*', false, false],
    ['files.write(/src/**)', 'files.write(/src/a.ts)', true, true],
    ['files.write(/src/**)', 'files.write(/src/**)', true, true],
    ['files.write(/src/**)', 'files.write(/src)', false, true],
    ['files.write(/src/**)', 'files.write(/src/)', false, true],
    ['files.write(/src/)', 'files.write(/src/**)', true, true],
    ['files.write(/src/*)', 'files.write(/src/*.ts)', true, true],
    ['files.write(/src/*.ts)', 'files.write(/src/*)', false, false],
    ['files.write(/src/*)', 'files.write(/src/a/b)', false, true],
    ['files.write(/a/**/b/**)', 'files.write(/a/p/q/b)', false, true],
    ['files.write(src/**)', 'files.write(/src/a)', true, true],
    ['files.write(*.ts)', 'files.write(/src/a.ts)', true, true],
    ['files.write(*.ts)', 'files.write(//srv/a.ts)', false, true],
    ['files.write(/**)', 'files.write(*.ts)', true, false],
    ['files.write(/src/**)', 'files.write(//src/a)', false, false],
    ['files.write(/src/?.ts)', 'files.write(/src/[ab].ts)', true, true],
    ['files.write(/src/[ab].ts)', 'files.write(/src/a.ts)', true, true],
    ['terminal.exec', 'terminal.exec(npm test)', true, true],
    ['terminal.exec(*)', 'terminal.exec(npm test > x)', true, true],
    ['terminal.exec(npm *)', 'terminal.exec(npm test)', true, true],
    ['terminal.exec(npm run *)', 'terminal.exec(npm run test*)', true, true],
    ['terminal.exec(npm run *)', 'terminal.exec(npm *)', false, false],
    ['terminal.exec(npm run *)', 'terminal.exec(npm run build *)', true, true],
    ['terminal.exec(git diff *)', 'terminal.exec(git diff --output=x)', false, true],
    ['terminal.exec(echo *)', 'terminal.exec(echo * > x)', false, true],
    ['terminal.exec(npm test)', 'terminal.exec(npm test *)', false, false],
    ['terminal.exec(*)', 'terminal.exec(echo x > .npmrc)', false, true],
    ['web.fetch', 'web.fetch(domain:example.com)', false, true],
    ['web.fetch(domain:example.com)', 'web.fetch(https://example.com/a)', true, true],
    ['web.fetch(domain:example.com)', 'web.fetch(https://example.com:8443/a)', false, true],
    ['web.fetch(domain:example.com)', 'web.fetch(domain:*.example.com)', true, true],
    ['web.fetch(domain:example.com)', 'web.fetch(https://*.example.com/**)', true, true],
    ['web.fetch(domain:example.com)', 'web.fetch(domain:a.example.com)', false, true],
    ['web.fetch(https://h.org/v1/**)', 'web.fetch(https://h.org/v1/a?x=1)', true, true],
    ['web.fetch(https://h.org/v1/**)', 'web.fetch(https://h.org/v1)', false, true],
    ['web.fetch(https://h.org/v1?x)', 'web.fetch(https://h.org/v1)', false, false],
    ['mcp__a__*', 'mcp__a__b', true, true],
    ['mcp__a__b(x*)', 'mcp__a__b(xy)', true, true],
    ['mcp__a__b(xy)', 'mcp__a__b(x*)', false, false],
    ['mcp__a__b(\\*)', 'mcp__a__b(*)', false, false],
  ])('%s and %s: allow %s, deny %s', (outer, inner, must, may) => {
    const found = [
      containsRule(rule(outer), rule(inner), 'must'),
      containsRule(rule(outer), rule(inner), 'may'),
    ]
    expect(found).toEqual([must, may])
  })
})

describe('what is said to be contained is contained', () => {
  const name = fc.constantFrom('a', 'b', 'ab', '*', '?', 'a*', '*b', '**', '[ab]', '.npmrc')
  const path = fc
    .tuple(
      fc.constantFrom('', '/', '//', '~/'),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '/'),
    )
    .map(([start, names, end]) => `files.write(${start}${names.join('/')}${end})`)
  const realPath = fc
    .array(fc.constantFrom('a', 'b', 'ab', '.npmrc', 'ba'), { minLength: 1, maxLength: 4 })
    .map((names) => `files.write(${names.join('/')})`)
  const word = fc.constantFrom('npm', 'run', 'a', 'ab', '*', 'a*', '--x', '>', 'f')
  const command = fc
    .array(word, { minLength: 1, maxLength: 4 })
    .map((words) => `terminal.exec(${words.join(' ')})`)
  const realCommand = fc
    .array(fc.constantFrom('npm', 'run', 'a', 'ab', 'abc', '--x', '> f'), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' '))
  const url = fc
    .tuple(
      fc.constantFrom(
        'domain:h.org',
        'domain:*.h.org',
        'domain:h.org:81',
        'https://h.org',
        'https://*.h.org',
        'http://*',
        'http://h.org:81',
      ),
      fc.array(fc.constantFrom('a', '*', '**', 'ab'), { maxLength: 3 }),
      fc.constantFrom('', '?x=1', '?*'),
    )
    .map(([start, names, query]) =>
      start.startsWith('domain')
        ? `web.fetch(${start})`
        : `web.fetch(${[start, ...names].join('/')}${query})`,
    )
  const realUrl = fc
    .tuple(
      fc.constantFrom('https://h.org', 'https://a.h.org', 'http://h.org:81', 'http://b.org'),
      fc.array(fc.constantFrom('a', 'ab', ''), { maxLength: 3 }),
      fc.constantFrom('', '?x=1'),
    )
    .map(([start, names, query]) => `web.fetch(${[start, ...names].join('/')}${query})`)

  const counterexample = (
    rules: fc.Arbitrary<string>,
    calls: fc.Arbitrary<string>,
  ): readonly string[] | null => {
    const checked = fc.check(
      fc.property(rules, rules, calls, (outer, inner, call) => {
        const [left, right] = [parseRule(outer), parseRule(inner)]
        if (!left.ok || !right.ok) return
        const outside = (list: ListName): PlacedRule => ({ rule: left.value, list, layer: 'user' })
        const inside: PlacedRule = { rule: right.value, list: 'allow', layer: 'user' }
        const subjects = subjectsOf(readCallText(call, CORPUS_PLACE))
        const covered = subjects.filter(
          (subject) => (subject.row !== 'none' || subject.guard !== undefined) && subject.must(inside),
        )
        const exact = containsRule(left.value, right.value, 'must')
        expect(exact && covered.some((subject) => !subject.must(outside('allow')))).toBe(false)
        const wide = containsRule(left.value, right.value, 'may')
        const denied = subjects.some((subject) => subject.may(outside('deny')) === 'hit')
        expect(wide && covered.length > 0 && !denied).toBe(false)
      }),
      { numRuns: 10_000 },
    )
    return checked.counterexample
  }

  test('for paths', () => {
    expect(counterexample(path, realPath)).toBeNull()
  })

  test('for commands', () => {
    expect(counterexample(command, realCommand)).toBeNull()
  })

  test('for URLs', () => {
    expect(counterexample(url, realUrl)).toBeNull()
  })
})
