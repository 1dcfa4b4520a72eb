import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CORPUS_PLACE } from '../case.ts'
import { decide } from '../decide.ts'
import type { Specifier } from '../model/call.ts'
import { offers } from '../offers/offers.ts'
import { compilePolicy, type PolicySource } from '../policy.ts'
import { parseRule } from '../rules/parse.ts'
import { toolFacts } from '../tools.ts'
import { isStricter } from '../verdict.ts'

type UrlSpecifier = Extract<Specifier, { kind: 'url' }>

function judged(specifier: Omit<UrlSpecifier, 'kind'>, source: Partial<PolicySource> & { allow?: string[] }) {
  const { allow = [], ...more } = source
  const layers = [{ layer: 'user' as const, lists: { allow } }]
  const policy = compilePolicy({ mode: 'auto', layers, ...more })
  const call = {
    tool: toolFacts('browser'),
    specifier: { kind: 'url', ...specifier } as const,
    place: CORPUS_PLACE,
  }
  return { decision: decide(call, policy), offered: offers(call, policy).map(({ rule }) => rule.text) }
}

const PAGE = 'https://shop.example.com/cart'
const ORDER = 'https://shop.example.com/order'

describe('P17.8 what a browser does with a page', () => {
  test.each(['@submit', '@download', '@upload'] as const)(
    '%s asks in auto, and `allow *` is no exception',
    (builtin) => {
      const also = [{ url: ORDER, builtin }]
      const { decision, offered } = judged({ url: PAGE, also }, { allow: ['*'] })
      expect(decision).toMatchObject({
        verdict: 'ask',
        reason: { because: 'builtin', name: builtin, target: ORDER },
      })
      expect(offered).toEqual([`${builtin}(${ORDER})`, `${builtin}(https://shop.example.com/**)`])
      for (const rule of [builtin, ...offered])
        expect(judged({ url: PAGE, also }, { allow: [rule] }).decision.verdict).toBe('run')
      expect(
        judged({ url: PAGE, also }, { allow: [`${builtin}(https://shop.example.com.evil.example/**)`] })
          .decision.verdict,
      ).toBe('ask')
    },
  )

  test('an exception is an address', () => {
    expect(parseRule('@submit(https://localhost:3000/**)').ok).toBe(true)
    expect(parseRule('@submit(not an address)').ok).toBe(false)
  })

  test('a form on a private host needs both: the host spelled, and the exception', () => {
    const specifier = {
      url: 'http://localhost:3000/',
      also: [{ url: 'http://localhost:3000/x', builtin: '@submit' as const }],
    }
    expect(judged(specifier, {}).decision.verdict).toBe('block')
    expect(judged(specifier, { allow: ['browser(domain:localhost:3000)'] }).decision.verdict).toBe('ask')
    expect(
      judged(specifier, { allow: ['browser(domain:localhost:3000)', '@submit(http://localhost:3000/**)'] })
        .decision.verdict,
    ).toBe('run')
  })

  test('a rule for the page does not cover where a link leads', () => {
    const specifier = { url: PAGE, also: [{ url: 'https://other.example.com/' }] }
    const source = { mode: 'default', allow: ['browser(domain:shop.example.com)'] }
    expect(judged(specifier, source).decision.verdict).toBe('ask')
    expect(judged({ url: PAGE }, source).decision.verdict).toBe('run')
  })

  test('a file that is sent is judged as one that is read', () => {
    const upload = (asked: string) =>
      judged({ url: PAGE, files: [{ tool: 'files.read', path: { asked } }] }, { allow: ['browser'] }).decision
    expect(upload('notes.md').verdict).toBe('run')
    expect(upload('.env')).toMatchObject({ verdict: 'ask', reason: { because: 'builtin', name: '@secrets' } })
    expect(upload('/etc/passwd').verdict).toBe('ask')
  })
})

test('P17.8 no further address, built-in or file makes a verdict milder', () => {
  const url = fc.constantFrom(
    PAGE,
    ORDER,
    'http://localhost:3000/',
    'https://other.example.com/a',
    'data:text/html,x',
    'nothing',
  )
  const builtin = fc.constantFrom(undefined, '@submit' as const, '@download' as const, '@upload' as const)
  const also = fc.array(
    fc
      .record({ url, builtin })
      .map(({ url: at, builtin: name }) => (name === undefined ? { url: at } : { url: at, builtin: name })),
    { maxLength: 3 },
  )
  const allow = fc.subarray([
    'browser',
    'browser(domain:shop.example.com)',
    'browser(domain:localhost:3000)',
    '@submit',
    '*',
  ])
  const file = fc.constantFrom(undefined, '.env', 'a.md', '/etc/hosts')
  const mode = fc.constantFrom('plan', 'strict', 'default', 'auto')
  fc.assert(
    fc.property(url, also, allow, file, mode, (page, more, rules, path, name) => {
      const source = { mode: name, allow: rules }
      const bare = judged({ url: page }, source).decision.verdict
      const whole = judged(
        {
          url: page,
          also: more,
          ...(path === undefined ? {} : { files: [{ tool: 'files.read' as const, path: { asked: path } }] }),
        },
        source,
      ).decision.verdict
      expect(isStricter(bare, whole)).toBe(false)
    }),
  )
})
