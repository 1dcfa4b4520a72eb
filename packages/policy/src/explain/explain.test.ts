import { describe, expect, test } from 'vitest'
import type { Reason } from '../decision.ts'
import { decideText } from '../testing/decide-text.ts'
import { explain, explainParts, explainReason } from './explain.ts'

describe('P11.1 sentences come from reasons', () => {
  test.each<[string, Reason]>([
    [
      'your rule npm run *',
      { because: 'rule', list: 'allow', layer: 'user', text: 'terminal.exec(npm run *)' },
    ],
    [
      "the workflow's rule files.write(reports/*.md)",
      { because: 'rule', list: 'allow', layer: 'workflow', text: 'files.write(reports/*.md)' },
    ],
    [
      "the project's rule files.read(.env) denies",
      { because: 'rule', list: 'deny', layer: 'project', text: 'files.read(.env)' },
    ],
    [
      "may match the administrator's rule git push *, which denies",
      { because: 'rule', list: 'deny', layer: 'managed', text: 'terminal.exec(git push *)', possible: true },
    ],
    ['a person did it by hand', { because: 'by_hand' }],
    ['only reads', { because: 'readonly', program: 'ls' }],
    ['does nothing', { because: 'readonly', program: '' }],
    ['deletes something; always asks, in every mode', { because: 'destructive', tool: 'x' }],
    [
      'its description changed since it was last allowed; always asks, in every mode',
      { because: 'suspect', tool: 'x', why: 'changed' },
    ],
    [
      'its server does not list it; always asks, in every mode',
      { because: 'suspect', tool: 'x', why: 'unlisted' },
    ],
    [
      'this turn reached a limit, and only a person can let it continue; always asks, in every mode',
      { because: 'destructive', tool: 'extend_turn' },
    ],
    [
      'types into a running program; always asks, in every mode',
      { because: 'destructive', tool: 'terminal.input' },
    ],
    [
      'types into a running program; always asks, in every mode',
      { because: 'tool_asks', tool: 'terminal.input' },
    ],
    ['only a person can let this call run; always asks, in every mode', { because: 'tool_asks', tool: 'x' }],
    ['/w/mnt is on another file system, mounted into the workspace', { because: 'mounted', path: '/w/mnt' }],
    [
      '/w/a has other names (hard links) that may be outside the workspace',
      { because: 'linked', path: '/w/a' },
    ],
    ['/g is, or contains, the gate’s own files; no rule allows it', { because: 'own-files', path: '/g' }],
    ['only http and https are fetched, not ftp:', { because: 'scheme', scheme: 'ftp' }],
    [
      'localhost is a private address; it needs an allow rule that names it',
      { because: 'private-host', host: 'localhost' },
    ],
    ['runs code that it downloads', { because: 'opaque-code', source: 'download' }],
    ['runs code that is not shown', { because: 'opaque-code', source: 'unknown' }],
    ['has no effect of its own', { because: 'nothing' }],
    ['no rule covers this', { because: 'unknown-program', program: 'npm' }],
    ['writes publish.log', { because: 'writes', target: 'publish.log' }],
    [
      'removes a root folder: /; always asks, in every mode',
      { because: 'breaker', kind: 'remove-root', target: '/' },
    ],
    [
      'unreadable at 6: a quote is not closed; always asks, in every mode',
      { because: 'unreadable', reason: 'a quote is not closed', position: 5 },
    ],
    ['raises privileges with sudo; it needs a rule that names it', { because: 'privilege', carrier: 'sudo' }],
    [
      'your deny rules cannot be loaded, so everything asks',
      { because: 'unloadable-list', list: 'deny', layer: 'user' },
    ],
    [
      'a well-known place for secrets (shipped rule @secrets)',
      { because: 'builtin', name: '@secrets', target: '.env' },
    ],
  ])('%s', (sentence, reason) => {
    expect(explainReason(reason)).toBe(sentence)
  })
})

test('P11.1 a line for each part', () => {
  const decision = decideText('default', ['allow terminal.exec(echo *)'], 'echo a > out.log; frobnicate')
  expect(explainParts(decision).map(({ word, label, why }) => [word, label, why])).toEqual([
    ['runs', 'echo a', 'only reads'],
    ['asks', 'writes out.log', 'writes out.log'],
    ['asks', 'frobnicate', 'no rule covers this'],
  ])
})

test('P11.2 one clause for the whole', () => {
  expect(explain(decideText('auto', [], 'ls; rm -rf /'))).toBe(
    '`rm -rf /`: removes a root folder: /; always asks, in every mode',
  )
  expect(explain(decideText('default', [], 'frobnicate'))).toBe('no rule covers this')
  expect(explain(decideText('plan', [], 'files.write(a)'))).toBe(
    'plan mode changes nothing, so an edit in the workspace is blocked',
  )
})

test('P11.2 a reason does not repeat the part that is shown next to it', () => {
  const forced = decideText('default', [], 'ls; git push --force')
  expect(explain(forced)).toBe(
    '`git push --force`: rewrites or deletes history that others have; always asks, in every mode',
  )
  expect(explainParts(forced).map(({ why }) => why)).toEqual([
    'only reads',
    'rewrites or deletes history that others have; always asks, in every mode',
  ])
  expect(explain(decideText('default', [], 'git push --force'))).not.toContain('git push')
  expect(explain(decideText('default', [], 'echo a > out.log'))).toBe('writes out.log')
})

test.each([
  'ls; rm -rf /',
  'ls; git push --force',
  'echo a > out.log',
  'echo a > out.log; frobnicate',
  'npm test && git push',
  'frobnicate',
])('P11.2 %s is explained in the same words after it was written down and read again', (command) => {
  for (const mode of ['default', 'plan', 'auto']) {
    const decision = decideText(mode, ['allow terminal.exec(echo *)'], command)
    const again = structuredClone(decision)
    expect(explain(again)).toBe(explain(decision))
    expect(explainParts(again)).toEqual(explainParts(decision))
  }
})
