import { expect, test } from 'vitest'
import type { Field } from '../../model/field.ts'
import { argvOf, factsOf, HERE, spelled } from './testing/argv.ts'
import { classify } from './classify.ts'

test.each([
  ['ls', undefined],
  ['./ls', 'unknown-program'],
  ['/bin/ls', 'unknown-program'],
  ['nosuch', 'unknown-program'],
  ['$X a', 'unknown-program'],
  ['l?', 'unknown-program'],
  ["'git status'", 'unknown-program'],
  ['rm x', 'not-readonly'],
  ['sort $X', 'unknown-word'],
  ['sort -o x', 'not-readonly'],
  ['constructor', 'unknown-program'],
])('%s: %s', (line, because) => expect(factsOf(line).notReadonly?.because).toBe(because))

test('a path is the program of that name for what could be, not for what must be', () => {
  const facts = factsOf('/usr/bin/git -C x push --force')
  expect(facts).toMatchObject({ program: 'git', breaker: { kind: 'git-force-push' }, transparent: false })
  expect(facts.notReadonly).toEqual({ because: 'unknown-program', program: '/usr/bin/git' })
  expect(spelled('/usr/bin/git -C x push')).toBe('git -C x push; git push')
  expect(spelled('./deploy now')).toBe('deploy now')
  expect(spelled('git.exe push')).toBe('git push')
  expect(factsOf('git.exe status').notReadonly?.because).toBe('unknown-program')
})

test('nothing at all', () => {
  expect(classify([], HERE).notReadonly).toEqual({ because: 'unknown-program', program: '' })
  expect(classify(argvOf("''"), HERE).notReadonly?.because).toBe('unknown-program')
})

test('queries about the program itself', () => {
  expect(factsOf('shutdown --version').notReadonly).toBeUndefined()
  expect(factsOf('shutdown --version').breaker).toBeUndefined()
  expect(factsOf('shutdown --version now').breaker).toBeDefined()
  expect(factsOf('./sort --version').notReadonly?.because).toBe('unknown-program')
})

test('subcommands that are names of every object are none', () => {
  expect(factsOf('git constructor').notReadonly).toBeDefined()
  expect(factsOf('git toString x').notReadonly).toBeDefined()
})

test('any words: total, and the same twice', () => {
  const words = [
    '-',
    '--',
    '-x',
    '--x=',
    '=',
    '',
    '$X',
    '*',
    '-$X',
    '--$X',
    '-n',
    '--output',
    'a',
    '+',
    '-5',
    '-uo',
    'push',
  ]
  const programs = [
    'git',
    'sort',
    'tar',
    'rm',
    'kill',
    'set',
    '[',
    'gh',
    'systemctl',
    'dd',
    'date',
    'cp',
    'zip',
    'nosuch',
  ]
  for (const program of programs) {
    for (const one of words) {
      for (const two of words) {
        const line = `${program} ${one} ${two} ${one}`
        expect(factsOf(line)).toEqual(factsOf(line))
      }
    }
  }
})

test('a hole never makes a command read-only that the same words with an option are not', () => {
  for (const command of [
    'sort',
    'git log',
    'git diff',
    'rg',
    'tree',
    'man',
    'ss',
    'dmesg',
    'journalctl',
    'yq',
    'less',
  ]) {
    expect(factsOf(`${command} $X`).notReadonly).toBeDefined()
    expect(factsOf(`${command} "$X"`).notReadonly).toBeDefined()
    expect(factsOf(`${command} -$X`).notReadonly).toBeDefined()
    expect(factsOf(`${command} --$X`).notReadonly).toBeDefined()
  }
})

test('fields without pieces', () => {
  const empty: Field = { pieces: [], quoted: false, many: true, range: { start: 0, end: 0 } }
  expect(classify([...argvOf('sort'), empty], HERE).notReadonly).toBeDefined()
  expect(classify([...argvOf('cat'), empty], HERE).notReadonly).toBeUndefined()
})
