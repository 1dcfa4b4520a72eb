import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, type Sketch } from '../paths/testing/judge.ts'
import type { Verdict } from '../verdict.ts'
import { parseAddress } from './address.ts'
import { decodePath } from './decode.ts'
import { validateUrlPattern } from './pattern.ts'
import { isPrivateHost } from './private.ts'

function fetched(specifier: string, rules: Sketch['rules'] = {}, more: Partial<Sketch> = {}): Verdict {
  return judge({ tool: 'web.fetch', specifier, rules, mode: 'default', ...more })
}

const allow = (...rules: readonly string[]): Sketch['rules'] => ({
  allow: rules.map((rule) => `web.fetch(${rule})`),
})
const deny = (...rules: readonly string[]): Sketch['rules'] => ({
  deny: rules.map((rule) => `web.fetch(${rule})`),
})

describe('P10.1 an IPv4 address in an odd spelling', () => {
  test.each(['[::ffff:0:127.0.0.1]', '[::ffff:0:a00:1]'])('%s is private', (host) => {
    expect(fetched(`http://${host}/`, {}, { mode: 'auto' })).toBe('block')
  })
})

describe('unreadable: asks in every mode, whatever is allowed', () => {
  test.each([
    '',
    'example.com',
    '/etc/passwd',
    '//example.com/x',
    'https://',
    'https:///example.com/',
    'https:////example.com/',
    'https:/example.com/',
    'https:example.com',
    'https://exa mple.com/',
    'https://example.com/\t',
    'https://exam\u00adple.com/',
    'https://example.com/\u202e',
    'https://example.com/a\\b',
    'https://user@example.com/',
    'https://@example.com/',
    'https://:@example.com/',
    'https://user:pass@example.com/',
    'https://example.com..',
    'https://a..example.com/',
    'https://.example.com/',
    'https://example.com:99999/',
    'http://[::1',
    'http://1.2.3.4.5/',
    'https://\ud800.com/',
  ])('%j', (text) => {
    expect(fetched(text, { allow: ['web.fetch', 'web.fetch(domain:example.com)'] }, { mode: 'auto' })).toBe(
      'ask',
    )
    expect(fetched(text, { deny: ['web.fetch'] })).toBe('block')
    expect(fetched(text, deny('*'))).toBe('block')
  })

  test.each([
    '  https://example.com/  ',
    'https://example.com/@x',
    'https://example.com/?a@b',
    'https://example.com#a@b',
  ])('%j is readable', (text) => {
    expect(fetched(text, allow('domain:example.com'))).toBe('run')
  })

  test.each(['nowhere', '1::2::3', '::g', 'g::', '1:2:3', '::1.2.3', '1:2:3:4:5:6:7:8::', '::12345'])(
    'an answer of DNS that is no address: %s',
    (resolvedAddress) => {
      const allowed = allow('domain:example.com')
      expect(fetched('https://example.com/', allowed, { resolvedAddress })).toBe('ask')
    },
  )

  test.each([
    [`https://${'a.'.repeat(126)}xx/`, 'run'],
    [`https://${'a.'.repeat(126)}xxx/`, 'ask'],
  ])('a host of as many characters as a name can have, and one more', (url, verdict) => {
    expect(fetched(url, { allow: ['web.fetch'] })).toBe(verdict)
  })
})

describe('schemes', () => {
  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'ws://x.org/',
    'localhost:3000',
    'mailto:a@b.c',
    'about:blank',
  ])('%s is blocked in every mode', (text) => {
    expect(fetched(text, { allow: ['web.fetch'] }, { mode: 'auto' })).toBe('block')
    expect(fetched(text)).toBe('block')
  })
})

describe('private hosts', () => {
  test.each([
    '0.0.0.0',
    '0.255.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[fc00::1]',
    '[fdff::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001::1]',
    '[2001:db8::1]',
    '[64:ff9b:1::1]',
    '[::ffff:10.0.0.1]',
    '[::10.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[2002:a00:1::]',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'x.local',
    'x.internal',
    'x.home.arpa',
    'home.arpa',
    'intranet',
    '0x7f.1',
    '017700000001',
    '2130706433',
    '127.1',
  ])('%s', (host) => {
    for (const mode of ['strict', 'default', 'acceptEdits', 'auto'] as const) {
      expect(
        fetched(
          `http://${host}/`,
          { allow: ['web.fetch', '*', 'web.fetch(*)', 'web.fetch(http://*/**)'] },
          { mode },
        ),
      ).toBe('block')
    }
    expect(fetched(`http://${host}/`, allow(`http://${host}/**`))).toBe('run')
    expect(fetched(`http://${host}/`, allow(`domain:${host}`))).toBe('run')
    expect(fetched(`http://${host}:81/`, allow(`domain:${host}`))).toBe('block')
    expect(fetched(`http://${host}/`, { ask: [`web.fetch(domain:${host})`] })).toBe('block')
    expect(fetched(`http://${host}/`, { ...allow(`domain:${host}`) }, { mode: 'plan' })).toBe('block')
  })

  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '169.253.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '192.167.1.1',
    '198.17.1.1',
    '198.20.1.1',
    '223.255.255.255',
    '[2606:4700::1111]',
    '[2001:4860::8888]',
    '[::ffff:8.8.8.8]',
    '[2002:808:808::]',
    '[fbff::1]',
    '[101::1]',
    'example.com',
    'localhost.example.com',
    'local.example',
    'notinternal',
  ])('%s is public, or at least not in a table', (host) => {
    expect(isPrivateHost(host)).toBe(host === 'notinternal')
  })

  test('by what DNS gave', () => {
    const answer = { resolvedAddress: '10.0.0.5', mode: 'auto' as const }
    expect(fetched('https://a.example.com/', {}, answer)).toBe('block')
    expect(fetched('https://a.example.com/', allow('domain:example.com'), answer)).toBe('block')
    expect(fetched('https://a.example.com/', allow('https://*.example.com/**'), answer)).toBe('block')
    expect(fetched('https://a.example.com/', allow('domain:a.example.com'), answer)).toBe('run')
    expect(fetched('https://a.example.com/', allow('domain:10.0.0.5'), answer)).toBe('block')
    expect(fetched('https://a.example.com/', {}, { ...answer, resolvedAddress: 'fe80::1%eth0' })).toBe(
      'block',
    )
    expect(fetched('https://x.localhost/', {}, { ...answer, resolvedAddress: '8.8.8.8' })).toBe('block')
  })

  test('each form needs its rule', () => {
    expect(fetched('http://localhost:3000/a%2f..%2fb', allow('http://localhost:3000/a*'))).toBe('block')
    expect(
      fetched(
        'http://localhost:3000/a%2f..%2fb',
        allow('http://localhost:3000/a*', 'http://localhost:3000/b'),
      ),
    ).toBe('run')
  })
})

describe('P10.2 what is too long', () => {
  const path = 'a/'.repeat(50_000)
  const labels = 'a.'.repeat(200)
  test.each([
    // what is long, URL, answer with rules that allow all, answer with deny of h.org
    ['a path', `https://h.org/${path}`, 'ask', 'block'],
    ['a query, a port, below', `https://x.h.org:8443/?${path}`, 'ask', 'block'],
    ['blanks', `${' '.repeat(70_000)}https://h.org/`, 'ask', 'block'],
    ['labels', `https://${labels}h.org/`, 'ask', 'block'],
    ['a label', `https://${'a'.repeat(300)}.h.org/`, 'ask', 'block'],
    ['a label of another host', `https://${'a'.repeat(300)}.org/`, 'ask', 'ask'],
    ['a path of a private host', `http://localhost/${path}`, 'block', 'block'],
    ['labels of a private host', `http://${labels}localhost/`, 'block', 'block'],
    ['a path of another scheme', `ftp://h.org/${path}`, 'block', 'block'],
  ])('%s', (_what, url, open, denied) => {
    const rules = allow('domain:h.org', 'https://*/**')
    expect(fetched(url, rules, { mode: 'auto' })).toBe(open)
    expect(fetched(url, deny('domain:h.org'), { mode: 'auto' })).toBe(denied)
  })
})

describe('domain rules', () => {
  test.each([
    // rule, URL, allow covers, deny fires
    ['domain:example.com', 'https://example.com/', true, true],
    ['domain:example.com', 'http://example.com/x?y', true, true],
    ['domain:example.com', 'https://a.b.example.com/', true, true],
    ['domain:example.com', 'https://notexample.com/', false, false],
    ['domain:example.com', 'https://example.com:8443/', false, true],
    ['domain:example.com', 'http://example.com:443/', false, true],
    ['domain:example.com:443', 'https://example.com/', true, true],
    ['domain:example.com:443', 'http://example.com/', false, false],
    ['domain:example.com:8443', 'https://a.example.com:8443/', true, true],
    ['domain:*.example.com', 'https://example.com/', false, false],
    ['domain:*.example.com', 'https://a.b.example.com/', true, true],
    ['domain:EXAMPLE.com.', 'https://example.com/', true, true],
    ['domain:b\u00fccher.example', 'https://xn--bcher-kva.example/', true, true],
    ['domain:8.8.8.8', 'http://0x08080808/', true, true],
    ['domain:8.8.8.8', 'http://1.8.8.8.8.com/', false, false],
    ['domain:8.8.8.8', 'http://[::ffff:8.8.8.8]/', false, true],
    ['domain:[2606:4700::1111]:8080', 'http://[2606:4700:0::1111]:8080/', true, true],
    ['domain:com', 'https://example.com/', true, true],
  ])('%s on %s: allow %s, deny %s', (rule, url, covers, fires) => {
    expect(fetched(url, allow(rule))).toBe(covers ? 'run' : 'ask')
    expect(fetched(url, deny(rule), { mode: 'auto' })).toBe(fires ? 'block' : 'run')
  })

  test('deny and ask look at what DNS gave, allow does not', () => {
    const answer = { resolvedAddress: '::ffff:93.184.216.34' }
    expect(fetched('https://example.com/', deny('domain:93.184.216.34'), answer)).toBe('block')
    expect(fetched('https://example.com/', deny('https://93.184.216.34/**'), answer)).toBe('block')
    expect(fetched('https://example.com/', allow('domain:93.184.216.34'), answer)).toBe('ask')
  })
})

describe('URL rules', () => {
  test.each([
    ['https://h.org', 'https://h.org/', true, true],
    ['https://h.org', 'https://h.org/x', false, true],
    ['https://h.org/', 'https://h.org', true, true],
    ['HTTPS://H.org/a', 'https://h.org/a', true, true],
    ['https://h.org/a', 'https://h.org/A', false, false],
    ['https://h.org/a', 'http://h.org/a', false, false],
    ['https://h.org/a', 'https://h.org:8443/a', false, false],
    ['https://h.org:443/a', 'https://h.org/a', true, true],
    ['https://h.org:8443/a', 'https://h.org:8443/a', true, true],
    ['https://h.org/a', 'https://h.org/a/', false, true],
    ['https://h.org/a', 'https://h.org/a/b', false, true],
    ['https://h.org/a', 'https://h.org/ab', false, false],
    ['https://h.org/a/**', 'https://h.org/a', false, true],
    ['https://h.org/a/**', 'https://h.org/a/', true, true],
    ['https://h.org/a/**', 'https://h.org/a/b/c', true, true],
    ['https://h.org/a/*', 'https://h.org/a/b', true, true],
    ['https://h.org/a/*', 'https://h.org/a/b/c', false, true],
    ['https://h.org/**/z', 'https://h.org/a/b/z', true, true],
    ['https://h.org/**/z', 'https://h.org/z', true, true],
    ['https://h.org/a**z', 'https://h.org/abz', true, true],
    ['https://h.org/a**z', 'https://h.org/a/z', false, false],
    ['https://*.h.org/**', 'https://a.b.h.org/x', true, true],
    ['https://*.h.org/**', 'https://h.org/x', false, false],
    ['https://*/**', 'https://any.org/x', true, true],
    ['https://h.org/[a]', 'https://h.org/[a]', true, true],
    ['https://h.org/a?q=1', 'https://h.org/a?q=1', true, true],
    ['https://h.org/a?q=1', 'https://h.org/a?q=2', false, false],
    ['https://h.org/a?q=1', 'https://h.org/a', false, false],
    ['https://h.org/a?q=*', 'https://h.org/a?q=1&r=/x/y', true, true],
    ['https://h.org/a?', 'https://h.org/a', true, true],
    ['https://h.org/a?', 'https://h.org/a?x', false, false],
    ['https://h.org/a', 'https://h.org/a?x=1#f', true, true],
    ['https://h.org/a?q=1', 'https://h.org/a?%71=%31', false, true],
    ['https://h.org/a?q=%31', 'https://h.org/a?q=1', false, true],
    ['https://h.org?x', 'https://h.org/?x', true, true],
    ['https://h.org/\u00fc', 'https://h.org/%C3%BC', true, true],
    ['https://h.org/a?q=\u00fc', 'https://h.org/a?q=\u00fc', true, true],
    ['https://h.org/a%20b', 'https://h.org/a b', true, true],
    ['https://h.org/100%25', 'https://h.org/100%25', true, true],
    ['https://h.org/a%2Fb', 'https://h.org/a%2Fb', true, true],
    ['https://h.org/a%2Ab', 'https://h.org/a%2Ab', true, true],
    ['https://h.org/a%2Ab', 'https://h.org/axb', false, false],
    ['https://h.org/a/b', 'https://h.org/a%2Fb', false, true],
    ['https://h.org/a/b', 'https://h.org/a//b', false, true],
    ['https://h.org/a/b', 'https://h.org/a/c/..%2fb', false, true],
    ['https://h.org/a/b', 'https://h.org/%2561/b', false, true],
    ['https://h.org/%61', 'https://h.org/a', false, true],
    ['https://h.org/a/', 'https://h.org/a/b', false, true],
    ['https://h.org/v1/**', 'https://h.org/v1/%2e%2e%2fadmin', false, true],
    ['https://h.org/v1/**', 'https://h.org/v1/..;/admin', true, true],
  ])('%s on %s: allow %s, deny %s', (rule, url, covers, fires) => {
    expect(fetched(url, allow(rule))).toBe(covers ? 'run' : 'ask')
    expect(fetched(url, deny(rule), { mode: 'auto' })).toBe(fires ? 'block' : 'run')
  })

  test('a tool glob, a bare name and a star are every use', () => {
    for (const rule of ['web.*', 'web.fetch', 'web.fetch(*)', '*']) {
      expect(fetched('https://h.org:8443/x', { allow: [rule] })).toBe('run')
      expect(fetched('https://h.org:8443/x', { deny: [rule] })).toBe('block')
    }
  })
})

describe('malformed patterns', () => {
  test.each([
    ['', 0],
    ['!domain:x.org', 0],
    ['example.com', 0],
    ['ftp://x.org/', 0],
    ['domain:', 7],
    ['domain:.', 7],
    ['domain:a..b', 7],
    ['domain:*', 7],
    ['domain:*a.org', 7],
    ['domain:a.*.org', 9],
    ['domain:x.org/p', 12],
    ['domain:https://x.org', 13],
    ['domain:x.org:', 13],
    ['domain:x.org:a', 13],
    ['domain:x.org:99999', 13],
    ['domain:u@x.org', 8],
    ['domain:x y.org', 8],
    ['domain:256.256.256.256', 7],
    ['https://', 8],
    ['https:///x', 8],
    ['https://x.org:*/y', 14],
    ['https://x*.org/', 9],
    ['https://u:p@x.org/', 11],
    ['https://x.org/a/../b', 16],
    ['https://x.org/./b', 14],
    ['https://x.org/%2e%2E/b', 14],
    ['https://x.org/a%2f..%2fb', 14],
    ['https://x.org/a b', 15],
    ['https://x.org/a#b', 15],
    ['https://x.org/a\\b', 15],
    ['https://x\u200b.org/', 9],
    ['https:x.org', 0],
    ['https://[::1/x', 8],
  ])('%j is refused at %i', (pattern, position) => {
    const error = validateUrlPattern(pattern)
    expect(error?.position).toBe(position)
    expect(validateUrlPattern(error?.suggestion ?? 'domain:fine.org')).toBeUndefined()
  })
})

describe('laws', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '%61',
    '%2f',
    '%252f',
    '..',
    '.',
    '%2e',
    '*',
    '**',
    '',
    'x y',
    '\u00fc',
    '%',
  )
  const path = fc.array(piece, { maxLength: 5 }).map((pieces) => `/${pieces.join('/')}`)
  const host = fc.constantFrom('h.org', 'a.h.org', 'H.ORG.', 'localhost', '127.1', '[::1]', '8.8.8.8')
  const url = fc
    .tuple(fc.constantFrom('http', 'https'), host, fc.constantFrom('', ':80', ':8443'), path)
    .map(([scheme, name, port, rest]) => `${scheme}://${name}${port}${rest}`)

  test('what allow covers, deny blocks', () => {
    fc.assert(
      fc.property(url, url, (rule, text) => {
        const covered = fetched(text, allow(rule)) === 'run'
        expect(covered && fetched(text, deny(rule)) !== 'block').toBe(false)
      }),
      { numRuns: 3000 },
    )
  })

  test('a rule that is the URL itself covers it, if it is taken and has no wildcard', () => {
    fc.assert(
      fc.property(url, (text) => {
        const usable = validateUrlPattern(text) === undefined && !text.includes('*')
        expect(usable && fetched(text, allow(text)) !== 'run').toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('any text is decided, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 100 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        (text, rule) => {
          expect(['run', 'ask', 'block']).toContain(fetched(text, { ...allow(rule), ...deny(rule) }))
          expect(['run', 'ask', 'block']).toContain(fetched(`https://${text}`, deny(`https://${rule}`)))
          validateUrlPattern(`domain:${rule}`)
        },
      ),
      { numRuns: 2000 },
    )
    expect(fetched(`https://h.org/${'%25'.repeat(20_000)}`, deny('https://h.org/a'), { mode: 'auto' })).toBe(
      'run',
    )
    expect(fetched(`https://h.org/${'a/'.repeat(50_000)}`, deny('https://h.org/**/b'))).toBe('ask')
  })

  test('decoding changes nothing the second time', () => {
    fc.assert(
      fc.property(path, (text) => {
        const once = decodePath(text)
        expect(decodePath(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  test('addresses are read as the parser writes them', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV4(), (six, four) => {
        expect(parseAddress(new URL(`http://[${six}]/`).hostname)?.version).toBe(6)
        expect(parseAddress(new URL(`http://${four}/`).hostname)?.version).toBe(4)
        expect(parseAddress(six)).toEqual(parseAddress(new URL(`http://[${six}]/`).hostname))
      }),
      { numRuns: 1000 },
    )
  })
})
