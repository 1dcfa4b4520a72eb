import { expect, test } from 'vitest'
import { isWebAddress, linksIn } from './link-targets.ts'

test('addresses and paths of a line are found with their places', () => {
  const line = '  at parse (test/money.test.ts:14:3), see https://example.com/a?b=1.'
  expect(linksIn(line)).toEqual([
    {
      text: 'https://example.com/a?b=1',
      at: line.indexOf('https'),
      target: { kind: 'url', url: 'https://example.com/a?b=1' },
    },
    {
      text: 'test/money.test.ts:14:3',
      at: line.indexOf('test/'),
      target: { kind: 'file', path: 'test/money.test.ts', line: '14' },
    },
  ])
})

test.each(['1 failed, 4 passed (0.6 s)', '../../etc/passwd.txt', 'ana@host:~$ ls', '/etc/hosts.conf'])(
  'nothing of the folder is in %j',
  (line) => {
    expect(
      linksIn(line).filter(({ target }) => target.kind === 'file' && target.path.includes('..')),
    ).toEqual([])
    expect(linksIn(line).filter(({ target }) => target.kind === 'url')).toEqual([])
  },
)

test.each([
  ['https://example.com', true],
  ['http://localhost:3000/', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['data:text/html,x', false],
])('%s opens in a browser: %s', (url, is) => {
  expect(isWebAddress(url)).toBe(is)
})
