import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUILTIN_TOOLS } from '../tools.ts'
import { formatRule } from './format.ts'
import { parseRule } from './parse.ts'

describe('P5.1 a rule is a tool and perhaps a pattern', () => {
  test.each([
    ['terminal.exec', { tool: 'terminal.exec' }],
    ['terminal.exec(npm run *)', { tool: 'terminal.exec', pattern: 'npm run *' }],
    ['  terminal.exec(a) ', { tool: 'terminal.exec', pattern: 'a' }],
    ['terminal.exec(echo (a) b)', { tool: 'terminal.exec', pattern: 'echo (a) b' }],
    ['mcp__github__*', { tool: 'mcp__github__*' }],
    ['*', { tool: '*' }],
    ['files.read(/src/(a)/**)', { tool: 'files.read', pattern: '/src/(a)/**' }],
    ['web.fetch(domain:example.com)', { tool: 'web.fetch', pattern: 'domain:example.com' }],
    ['web.fetch(*)', { tool: 'web.fetch', pattern: '*' }],
    ['@secrets(.env.test)', { tool: '@secrets', pattern: '.env.test' }],
    ['__proto__', { tool: '__proto__' }],
    ['toString(x)', { tool: 'toString', pattern: 'x' }],
  ])('%s', (text, { tool, ...rest }) => {
    const rule = { tool, ...rest }
    expect(parseRule(text)).toEqual({ ok: true, value: { text: formatRule(rule), ...rule } })
  })
})

test.each([
  ['bash(ls *)', 'terminal.exec(ls *)'],
  ['read_file(.env)', 'files.read(.env)'],
  ['write_file', 'files.write'],
  ['google_search', 'web_search'],
])('P1.3 %s is another name of %s', (text, canonical) => {
  const parsed = parseRule(text)
  expect(parsed.ok && parsed.value.text).toBe(canonical)
})

describe('P5.3 a malformed rule is refused with its position and a suggestion', () => {
  test.each([
    ['', 0, undefined],
    ['   ', 3, undefined],
    ['terminal.exec(', 14, 'terminal.exec'],
    ['terminal.exec()', 14, 'terminal.exec'],
    ['terminal.exec( )', 14, 'terminal.exec'],
    ['terminal.exec(npm run *', 23, 'terminal.exec(npm run *)'],
    ['terminal.exec(npm) x', 18, 'terminal.exec(npm)'],
    ['terminal.exec (npm)', 13, 'terminal.exec(npm)'],
    ['(npm)', 0, undefined],
    ['a)', 1, undefined],
    ['terminal.exec(ls\u202e)', 16, undefined],
    ['terminal.exec(ls\u0000)', 16, undefined],
    ['terminal.exec(ls\rrm)', 16, undefined],
    ['files.write()', 12, 'files.write'],
    ['files.read([abc)', 11, 'files.read(\\[abc)'],
    ['files.read(!x)', 11, 'files.read(\\!x)'],
    ['  files.read(!x)', 13, 'files.read(\\!x)'],
    ['files.*(!x)', 8, 'files.*(\\!x)'],
    ['web.fetch(example.org)', 10, undefined],
    ['x@y', 1, undefined],
    ['@secretss', 0, '@secrets'],
    ['@secret(.env)', 0, '@secrets(.env)'],
    ['@Publish', 0, '@publish'],
    ['@nothing-of-the-kind', 0, undefined],
    ['@', 0, undefined],
  ])('%j at %d', (text, position, suggestion) => {
    const error = { position, ...(suggestion === undefined ? {} : { suggestion }) }
    expect(parseRule(text)).toMatchObject({ ok: false, error })
  })

  test.each([
    ['termnal.exec(x)', 'terminal.exec(x)'],
    ['file.read', 'files.read'],
    ['files.raed(.env)', 'files.read(.env)'],
    ['web.fecth(domain:a.b)', 'web.fetch(domain:a.b)'],
    ['Bash(npm run *)', 'terminal.exec(npm run *)'],
    ['Read(./src/**)', 'files.read(./src/**)'],
    ['WebFetch(domain:a.b)', 'web.fetch(domain:a.b)'],
  ])('%s: did you mean %s?', (text, suggestion) => {
    const parsed = parseRule(text, { tools: [...BUILTIN_TOOLS.keys()] })
    expect(parsed).toMatchObject({ ok: false, error: { position: 0, suggestion } })
  })

  test('P5.3 what is suggested is one of the tools there are', () => {
    const parsed = parseRule('Read(a)', { tools: ['page.open', 'rea'] })
    expect(parsed).toMatchObject({ ok: false, error: { suggestion: 'rea(a)' } })
    expect(parseRule('Bash(a)', { tools: ['page.open'] })).toEqual({
      ok: false,
      error: { position: 0, message: 'there is no tool `Bash`' },
    })
  })

  test('P5.3 a character that no name has is shown whole', () => {
    const error = { position: 5, message: "a tool's name cannot hold `😀`", suggestion: 'files.read' }
    expect(parseRule('files😀.read')).toEqual({ ok: false, error })
  })

  test('a name that is far from all has no suggestion, globs and other names are taken', () => {
    const tools = [...BUILTIN_TOOLS.keys()]
    expect(parseRule('zebra', { tools })).toEqual({
      ok: false,
      error: { position: 0, message: 'there is no tool `zebra`' },
    })
    expect(parseRule('file*', { tools }).ok).toBe(true)
    expect(parseRule('bash', { tools }).ok).toBe(true)
  })
})

test('P5.4 reading what was written gives the same rule', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_.:*/-]{1,12}$/)
  const pattern = fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined })
  fc.assert(
    fc.property(name, pattern, (tool, inside) => {
      const first = parseRule(inside === undefined ? tool : `${tool}(${inside})`)
      if (!first.ok) return
      expect(parseRule(formatRule(first.value))).toEqual(first)
    }),
    { numRuns: 2000 },
  )
})

test('P5.7 no text makes the parser fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const parsed = parseRule(text)
      expect(parsed.ok ? 0 : parsed.error.position).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 5000 },
  )
  expect(parseRule(`terminal.exec(${'*a'.repeat(40_000)})`).ok).toBe(true)
  expect(parseRule(`terminal.exec(${'x'.repeat(200_000)})`).ok).toBe(false)
})
