import { describe, expect, test } from 'vitest'
import { decide } from '../decide.ts'
import { compilePolicy } from '../policy.ts'
import type { Verdict } from '../verdict.ts'
import { pathSubjects } from './subjects.ts'
import { judge, type Sketch } from './testing/judge.ts'
import { factsOf } from './testing/reference.ts'

const place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }

describe('unreadable: asks in every mode, whatever is allowed, and blocks in plan', () => {
  const long = 'd/'.repeat(2049)
  test.each([
    '',
    ' ',
    'a\u0000',
    'a\tb',
    'a\nb',
    'a\u001b[2Kb',
    'a\u007f',
    'a\u0085b',
    'a\u00adb',
    'a\u061cb',
    'a\u180eb',
    'a\u200bb',
    'a\u200fb',
    'a\u2028b',
    'a\u202eb',
    'a\u2060b',
    'a\u2064b',
    'a\u2066b',
    'a\u2069b',
    '\ufeffa',
    'a\u{e0000}',
    'a\u{e007f}',
    'a\ud800b',
    'a\udc00',
    'a\\b',
    'C:/x',
    'c:x',
    'Z:',
    'file:x',
    'FILE:///etc/passwd',
    'http://example.com/x',
    'git+ssh://x/y',
    '~root/x',
    '~+',
    '~~',
    long,
    `src/${'x'.repeat(256)}`,
    'src/.. /x',
    'src/. .',
    'src/   /x',
    '/proc/self/environ',
    '/proc/self',
    '/proc/thread-self/x',
    '/proc/1/environ',
    '/proc/4711',
    '/dev/fd/3',
    '/dev/stdin',
    '/dev/stdout',
    '/dev/stderr',
    'src/../../../../proc/self/maps',
  ])('%j', (specifier) => {
    const call: Sketch = {
      tool: 'files.read',
      specifier,
      rules: { allow: ['files.read', 'files.read(//**)'] },
    }
    expect([judge(call), judge({ ...call, mode: 'plan' })]).toEqual(['ask', 'block'])
    expect(judge({ ...call, rules: { deny: ['files.read'] } })).toBe('block')
  })

  test.each([
    'a~',
    'a/~root/b',
    'ab:c',
    'src/http:/x',
    'src/a b.ts',
    '...',
    'a...',
    'a. ',
    '$HOME/x',
    '%2e%2e/x',
    'a\uff0fb',
    '*',
    '[x]',
    'x'.repeat(255),
    'd/'.repeat(2048).slice(0, 4095),
    '/home/dev/project/proc/self/x',
    'proc/1/x',
    'dev/stdin',
    'emoji \u{1f600}.md',
  ])('%j is an ordinary name', (specifier) => {
    expect(judge({ tool: 'files.read', specifier, mode: 'default' })).toBe('run')
  })

  test('a link to a descriptor, or to nowhere known, is unreadable', () => {
    expect(judge({ tool: 'files.read', specifier: 'x', resolved: '/proc/self/fd/1' })).toBe('ask')
    expect(judge({ tool: 'files.read', specifier: 'x', resolved: '' })).toBe('ask')
    expect(judge({ tool: 'files.read', specifier: 'x', resolved: 'relative/x' })).toBe('ask')
    expect(judge({ tool: 'files.read', specifier: 'x', resolved: '/home/dev/project/a\u202eb' })).toBe('ask')
  })

  test('deny rules are tried on what cannot be read', () => {
    const deny = ['files.read(*.pem)', 'files.read(~/.ssh/**)']
    expect(judge({ tool: 'files.read', specifier: 'C:/x.pem', rules: { deny } })).toBe('block')
    expect(judge({ tool: 'files.read', specifier: '~/.ssh/id\u200b', rules: { deny } })).toBe('block')
    expect(judge({ tool: 'files.read', specifier: `${'d/'.repeat(3000)}x.pem`, rules: { deny } })).toBe(
      'block',
    )
    expect(judge({ tool: 'files.read', specifier: 'x.txt\u200b', rules: { deny } })).toBe('ask')
  })
})

describe('breakers: asked in every mode, whatever is allowed', () => {
  test.each([
    ['files.delete', '/', undefined],
    ['files.delete', '/etc', undefined],
    ['files.delete', '/anything', undefined],
    ['files.delete', '~', undefined],
    ['files.delete', '/home', undefined],
    ['files.delete', '.', undefined],
    ['files.delete', '..', undefined],
    ['files.rename', '.', 'x'],
    ['files.rename', 'x', '/home/dev'],
    ['files.rename', 'x', '/tmp'],
    ['files.rename', '/home/dev', '/home/other'],
    ['files.rename', 'x', '/dev/sda'],
    ['files.rename', '/sys/x', 'y'],
    ['files.write', '/dev/sda', undefined],
    ['files.create', '/dev/x/y', undefined],
    ['files.edit', '/proc/sys/vm/x', undefined],
    ['files.write', '/sys/power/state', undefined],
    ['files.write', '/dev/mapper/../sda', undefined],
    ['files.write', '/dev', undefined],
  ])('%s %s %s', (tool, specifier, specifier2) => {
    const call: Sketch = {
      tool,
      specifier,
      ...(specifier2 === undefined ? {} : { specifier2 }),
      rules: { allow: ['files.*', 'files.*(//**)'] },
    }
    const paths = [specifier, specifier2 ?? specifier].map((asked) => ({ asked }))
    const subjects = pathSubjects({ tool: factsOf(tool), place, specifier: { kind: 'path', paths } }, paths)
    expect(subjects.some((subject) => subject.breaker !== undefined)).toBe(true)
    expect([judge(call), judge({ ...call, mode: 'plan' })]).toEqual(['ask', 'block'])
  })

  test.each([
    ['files.write', '/dev/null'],
    ['files.write', '/dev/shm/x'],
    ['files.write', '/devices/x'],
    ['files.read', '/sys/class/net'],
  ])('%s %s is none', (tool, specifier) => {
    expect(judge({ tool, specifier, rules: { allow: [tool] } })).toBe('run')
  })

  test('deleting asks, allowed or not', () => {
    expect(judge({ tool: 'files.delete', specifier: 'a', rules: { allow: ['files.delete'] } })).toBe('ask')
    expect(judge({ tool: 'files.delete', specifier: 'a', rules: { deny: ['files.delete(a)'] } })).toBe(
      'block',
    )
  })
})

describe('outside the workspace', () => {
  test.each<[string, string, readonly string[], Verdict]>([
    ['files.read', '/etc/hosts', [], 'ask'],
    ['files.list', '/etc', [], 'ask'],
    ['files.search', '~', [], 'ask'],
    ['files.read', '/etc/hosts', ['files.read'], 'run'],
    ['files.read', '/etc/hosts', ['files.read(**)'], 'ask'],
    ['files.read', '/etc/hosts', ['files.read(hosts)'], 'ask'],
    ['files.read', '/etc/hosts', ['files.read(/etc/hosts)'], 'ask'],
    ['files.read', '/etc/hosts', ['files.read(//etc/*)'], 'run'],
    ['files.write', '/tmp/x', ['files.write(//tmp/**)'], 'run'],
    ['files.write', '../project2/x', [], 'ask'],
    ['files.read', '../project', [], 'run'],
    ['files.read', '.', [], 'run'],
  ])('%s %s allow %j: %s', (tool, specifier, allow, verdict) => {
    expect(judge({ tool, specifier, rules: { allow } })).toBe(verdict)
  })

  test('each form is decided alone', () => {
    const link: Sketch = { tool: 'files.read', specifier: 'logs', resolved: '/var/log/app' }
    expect(judge(link)).toBe('ask')
    expect(judge({ ...link, rules: { allow: ['files.read(/logs)'] } })).toBe('ask')
    expect(judge({ ...link, rules: { allow: ['files.read(//var/log/**)'] } })).toBe('run')
    expect(judge({ ...link, rules: { deny: ['files.read(//var/log/**)'] } })).toBe('block')
    expect(judge({ ...link, rules: { ask: ['files.read(/logs)'], allow: ['files.read'] } })).toBe('ask')
  })
})

describe('which rules bind which tool', () => {
  test.each<[string, Sketch['rules'], Verdict]>([
    ['files.edit', { deny: ['files.write(/a)'] }, 'block'],
    ['files.edit', { ask: ['files.write'] }, 'ask'],
    ['files.edit', { allow: ['files.write(/a)'] }, 'run'],
    ['files.edit', { allow: ['files.create(/a)'] }, 'ask'],
    ['files.create', { deny: ['files.write(/a)'] }, 'block'],
    ['files.create', { allow: ['files.write(/a)'] }, 'ask'],
    ['files.write', { deny: ['files.create(/a)', 'files.edit(/a)'] }, 'ask'],
    ['files.list', { deny: ['files.read(/a)'] }, 'block'],
    ['files.search', { ask: ['files.read(/a)'] }, 'ask'],
    ['files.list', {}, 'run'],
    ['files.read', { deny: ['files.list'] }, 'run'],
    ['files.read', { deny: ['files.write'] }, 'run'],
    ['files.write', { deny: ['files.read'] }, 'ask'],
    ['files.write', { allow: ['fi*(/a)'] }, 'run'],
  ])('%s with %j: %s', (tool, rules, verdict) => {
    expect(judge({ tool, specifier: 'a', mode: 'default', rules: rules ?? {} })).toBe(verdict)
  })
})

describe('rename', () => {
  test.each<[string, string, Sketch['rules'], Verdict]>([
    ['a', 'b', {}, 'run'],
    ['a', 'b', { deny: ['files.rename(/b)'] }, 'block'],
    ['a', 'b', { deny: ['files.read(/a)'], allow: ['files.rename'] }, 'ask'],
    ['a', 'b', { deny: ['files.read'] }, 'ask'],
    ['a', 'b', { ask: ['files.write(/b)'], allow: ['files.rename'] }, 'ask'],
    ['a', 'b', { ask: ['files.read(/c)'] }, 'run'],
    ['a', 'b', { deny: ['files.delete(/a)'] }, 'run'],
    ['conf', 'b', { deny: ['files.read(/conf/secret)'] }, 'ask'],
    ['a/.env', 'b', { ask: ['files.read(.env)'] }, 'ask'],
    ['a', 'b', { deny: ['files.*'] }, 'block'],
  ])('%s to %s with %j: %s', (specifier, specifier2, rules, verdict) => {
    expect(judge({ tool: 'files.rename', specifier, specifier2, rules: rules ?? {} })).toBe(verdict)
  })

  test('in plan it is blocked', () => {
    expect(judge({ tool: 'files.rename', specifier: 'a', specifier2: 'b', mode: 'plan' })).toBe('block')
  })
})

describe('P9.4 mounted or linked into the workspace', () => {
  const call = (tool: string, elsewhere: 'mounted' | 'linked') => ({
    tool: factsOf(tool),
    specifier: { kind: 'path' as const, paths: [{ asked: 'a.txt', elsewhere }] },
    place,
  })
  test.each([
    ['files.read', 'mounted', [], 'ask'],
    ['files.read', 'linked', [], 'ask'],
    ['files.write', 'linked', [], 'ask'],
    ['files.read', 'linked', ['files.read(/a.txt)'], 'run'],
    ['files.read', 'mounted', ['files.read'], 'run'],
  ] as const)('%s %s with %j: %s', (tool, elsewhere, allow, verdict) => {
    const policy = compilePolicy({ mode: 'auto', layers: [{ layer: 'user', lists: { allow } }] })
    expect(decide(call(tool, elsewhere), policy).verdict).toBe(verdict)
  })
})
