import { expect, test } from 'vitest'
import { urlPieces } from './url-pieces.ts'

test.each([
  ['https://example.com/v1?q=1', ['https://', 'example.com', '/v1?q=1'], null],
  ['https://example.com:8443', ['https://', 'example.com:8443', ''], null],
  ['https://good.com@evil.com/x', ['https://good.com@', 'evil.com', '/x'], null],
  ['https://a@b@evil.com', ['https://a@b@', 'evil.com', ''], null],
  ['https://exаmple.com/', ['https://', 'exаmple.com', '/'], 'xn--exmple-4nf.com'],
  ['not an address', ['not an address', '', ''], null],
])('%s', (url, pieces, wireHost) => {
  const cut = urlPieces(url)
  expect([cut.before, cut.host, cut.after]).toEqual(pieces)
  expect(cut.wireHost).toBe(wireHost)
})
