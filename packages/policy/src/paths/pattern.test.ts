import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalisePath } from './form.ts'
import { matchPath } from './match.ts'
import { compilePathPattern, validatePathPattern } from './pattern.ts'

const place = { workspace: '/home/dev/project', cwd: '/home/dev/project/packages/web', home: '/home/dev' }

function match(pattern: string, path: string, kind: 'may' | 'must', takesAlong = false): boolean {
  const compiled = compilePathPattern(pattern)
  if (!compiled.ok) throw new Error(compiled.error.message)
  return matchPath(compiled.value, normalisePath(path, place).form, place, { kind, takesAlong })
}

describe('anchors', () => {
  test.each([
    // pattern, path, allow covers, deny fires
    ['//etc/hosts', '/etc/hosts', true, true],
    ['///etc//hosts', '/etc/hosts', true, true],
    ['//etc', '/home/dev/project/etc', false, false],
    ['~/x', '~/x', true, true],
    ['~/x', '/home/dev/x', true, true],
    ['~', '~', true, true],
    ['~', '~/x', false, true],
    ['~/', '~/x/y', true, true],
    ['/x', '/home/dev/project/x', true, true],
    ['/x', '/x', false, false],
    ['/', '/home/dev/project/a/b', true, true],
    ['./x', 'x', true, true],
    ['./x', '/home/dev/project/x', false, false],
    ['./', 'a/b', true, true],
    ['a/b', '/home/dev/project/a/b', true, true],
    ['a/b', 'a/b', false, false],
    ['x', '/home/dev/project/x', true, true],
    ['x', '/home/dev/project/deep/er/x', true, true],
    ['x', '/srv/x', false, true],
    ['x/', '/home/dev/project/deep/x/y', true, true],
    ['**/x', '/srv/x', false, true],
    ['**/a/x', '/home/dev/project/z/a/x', true, true],
    ['/**/x', '/home/dev/project/z/a/x', true, true],
    ['/**/x', '/srv/x', false, false],
    ['dev', '/home/dev/project/x', false, false],
    ['dev', '/home/dev/other', false, true],
    ['**', '/home/dev/project/a/b', true, true],
    ['**', '/home/dev/project', false, true],
    ['**', '/srv', false, true],
    ['*', '/home/dev/project/a/b', true, true],
    ['*', '/srv/x', false, true],
  ])('%s on %s: allow %s, deny %s', (pattern, path, must, may) => {
    expect([match(pattern, path, 'must'), match(pattern, path, 'may')]).toEqual([must, may])
  })
})

describe('wildcards, classes and escapes', () => {
  const root = '/home/dev/project'
  test.each([
    ['/a*', 'abc', true, true],
    ['/a*', 'a', true, true],
    ['/a*', 'b', false, false],
    ['/*', '.env', true, true],
    ['/*/x', 'a/b/x', false, false],
    ['/a?', 'ab', true, true],
    ['/a?', 'a', false, false],
    ['/a?', 'a😀', true, true],
    ['/[a-c]', 'b', true, true],
    ['/[a-c]', 'd', false, false],
    ['/[!a-c]', 'd', true, true],
    ['/[!a-c]', 'b', false, false],
    ['/[]]', ']', true, true],
    ['/[!]]', 'x', true, true],
    ['/[-a]', '-', true, true],
    ['/[a-]', '-', true, true],
    ['/[\\]a]', ']', true, true],
    ['/[c-a]', 'b', false, false],
    ['/conf].txt', 'conf].txt', true, true],
    ['/[id]', '[id]', false, true],
    ['/[id].ts', '[id].ts', false, true],
    ['/\\[id\\]', '[id]', true, true],
    ['/\\[id\\]', 'i', false, false],
    ['/a\\*', 'a*', true, true],
    ['/a\\*', 'ab', false, false],
    ['/\\!x', '!x', true, true],
    ['\\!x', '!x', true, true],
    ['/a\\/b', 'a/b', true, true],
    ['/{a,b}', '{a,b}', true, true],
    ['/{a,b}', 'a', false, false],
    ['/#x(1)', '#x(1)', true, true],
    ['/a**b', 'axxb', true, true],
    ['/a**b', 'a/b', false, false],
    ['/a/**', 'a', false, true],
    ['/a/**', 'a/b', true, true],
    ['/a/**', 'a/b/c', true, true],
    ['/a/**/**', 'a/b', true, true],
    ['/a/**/b', 'a/b', true, true],
    ['/a/**/b', 'a/x/y/b', true, true],
    ['/a/**/b', 'a/x/y/c', false, false],
    ['/a/', 'a', true, true],
    ['/a/', 'a/b/c', true, true],
    ['/a/', 'ab', false, false],
    ['/a', 'a/b', false, true],
    ['/a', 'ab', false, false],
    ['/a*', 'ab/c/d', false, true],
    ['/A', 'a', false, false],
  ])('%s on %s: allow %s, deny %s', (pattern, name, must, may) => {
    const path = `${root}/${name}`
    expect([match(pattern, path, 'must'), match(pattern, path, 'may')]).toEqual([must, may])
  })
})

describe('names that look or store alike are the same for deny and ask alone', () => {
  const root = '/home/dev/project'
  test.each([
    ['/secret', 'secret.', false, true],
    ['/secret', 'secret ', false, true],
    ['/secret', 'secret. . ', false, true],
    ['/secret', 'secret\u00a0', false, true],
    ['/secret', 'secret./x', false, true],
    ['/secret.', 'secret.', true, true],
    ['/...', '...', true, true],
    ['/caf\u00e9', 'cafe\u0301', false, true],
    ['/cafe\u0301', 'caf\u00e9', false, true],
    ['/cafe\u0301', 'cafe\u0301', true, true],
    ['/cafe\u0301*', 'caf\u00e9.txt', false, true],
    ['/caf\u00e9', 'cafe\u0301.', false, true],
  ])('%j on %j: allow %s, deny %s', (pattern, name, must, may) => {
    const path = `${root}/${name}`
    expect([match(pattern, path, 'must'), match(pattern, path, 'may')]).toEqual([must, may])
  })
})

describe('what a rename or delete takes along', () => {
  const root = '/home/dev/project'
  test.each([
    ['/config/prod/**', 'config', true],
    ['/config/prod/**', 'config/prod', true],
    ['/config/prod/*.yml', 'config/prod', true],
    ['/config/prod.yml', 'config', true],
    ['/config./prod', 'config', false],
    ['/config/prod', 'config.', true],
    ['/config/prod/**', 'conf', false],
    ['/config/prod/**', 'config/dev', false],
    ['/conf*/prod', 'config', false],
    ['prod.yml', 'config', false],
    ['**/prod.yml', 'config', false],
    ['~/.ssh/id', '..', true],
    ['//etc/ssl/x', '/etc', true],
    ['./a/b', 'packages/web/a', true],
  ])('%s and %s: %s', (pattern, name, fires) => {
    const path = name.startsWith('/') ? name : `${root}/${name}`
    expect(match(pattern, path, 'may', true)).toBe(fires)
    expect(match(pattern, path, 'may', false) && !fires).toBe(false)
  })
})

describe('malformed patterns', () => {
  test.each([
    ['', 0],
    ['!x', 0],
    ['~user/x', 0],
    ['~root', 0],
    ['/a/../b', 3],
    ['/./b', 1],
    ['././b', 2],
    ['.', 0],
    ['..', 0],
    ['a/\\.\\.', 2],
    ['[abc', 0],
    ['/src/[a/b]', 5],
    ['/a[]', 2],
    ['x\\', 1],
    ['/x/y\\', 4],
    ['a\u200bb', 1],
    ['a\tb', 1],
    ['\u{e0041}', 0],
    ['a\ud800', 1],
    ['x'.repeat(5000), 4096],
  ])('%j is refused at %i', (pattern, position) => {
    const error = validatePathPattern(pattern)
    expect(error?.position).toBe(position)
    expect(validatePathPattern(error?.suggestion ?? 'fine')).toBeUndefined()
  })
})

describe('laws', () => {
  const name = fc.stringMatching(/^[a-c.* ?[\]!\\-]{1,6}$/)
  const pattern = fc
    .array(fc.oneof(name, fc.constant('**')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'))
  const anyPattern = fc
    .tuple(fc.constantFrom('', '/', '//', '~/', './'), pattern, fc.constantFrom('', '/'))
    .map((parts) => parts.join(''))
  const path = fc
    .array(fc.stringMatching(/^[a-c. ]{1,4}$/), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join('/'))

  test('what allow covers, deny meets', () => {
    fc.assert(
      fc.property(anyPattern, path, (text, asked) => {
        const compiled = compilePathPattern(text)
        if (!compiled.ok) return
        const { form } = normalisePath(asked, place)
        const must = matchPath(compiled.value, form, place, { kind: 'must' })
        const may = matchPath(compiled.value, form, place, { kind: 'may' })
        expect(must && !may).toBe(false)
      }),
      { numRuns: 3000 },
    )
  })

  test('deny meets all below what it meets', () => {
    fc.assert(
      fc.property(anyPattern, path, path, (text, asked, below) => {
        const compiled = compilePathPattern(text)
        if (!compiled.ok) return
        const here = normalisePath(`/srv/${asked}`, place).form
        const deeper = normalisePath(`${here.path}/${below}`, place).form
        if (!deeper.path.startsWith(`${here.path}/`)) return
        const met = matchPath(compiled.value, here, place, { kind: 'may' })
        expect(met && !matchPath(compiled.value, deeper, place, { kind: 'may' })).toBe(false)
      }),
      { numRuns: 3000 },
    )
  })

  test('an escaped name covers itself and nothing else', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ -.0-~]{1,12}$/),
        fc.stringMatching(/^[ -.0-~]{1,12}$/),
        (own, other) => {
          if (/^[. ]+$/.test(own) || /^[. ]+$/.test(other)) return
          const text = `/${own.replaceAll(/[\\*?[\]!]/g, '\\$&')}`
          const form = (asked: string) => ({
            path: `/home/dev/project/${asked}`,
            names: ['home', 'dev', 'project', asked],
          })
          const compiled = compilePathPattern(text)
          if (!compiled.ok) throw new Error(compiled.error.message)
          expect(compiled.value.spelled).toBe(true)
          expect(matchPath(compiled.value, form(own), place, { kind: 'must' })).toBe(true)
          expect(matchPath(compiled.value, form(other), place, { kind: 'must' })).toBe(own === other)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('any text is compiled or refused, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 200 }),
        (text, asked) => {
          const compiled = compilePathPattern(text)
          const { form } = normalisePath(asked, place)
          expect(compiled.ok ? 0 : compiled.error.position).toBeLessThanOrEqual(text.length)
          if (!compiled.ok) return
          matchPath(compiled.value, form, place, { kind: 'may', takesAlong: true })
          matchPath(compiled.value, form, place, { kind: 'must' })
        },
      ),
      { numRuns: 2000 },
    )
    const stars = compilePathPattern(`/${'*a'.repeat(1000)}b`)
    const deep = compilePathPattern(`/${'**/a/'.repeat(500)}b`)
    if (!stars.ok || !deep.ok) throw new Error('both are patterns')
    const long = normalisePath('a'.repeat(16_000), place).form
    const nested = normalisePath('a/'.repeat(8000), place).form
    expect(matchPath(stars.value, long, place, { kind: 'may' })).toBe(false)
    expect(matchPath(deep.value, nested, place, { kind: 'may' })).toBe(false)
  })
})
