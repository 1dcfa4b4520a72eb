import { expect, test } from 'vitest'
import { lines, pairs } from './mcp-lines.ts'

test('lines', () => {
  expect(lines(' -y \n\n@example/server\n')).toEqual(['-y', '@example/server'])
})

test.each([
  ['TOKEN=a=b\nMODE = x', '=', { TOKEN: 'a=b', MODE: 'x' }],
  ['Authorization: Bearer a:b', ':', { Authorization: 'Bearer a:b' }],
  ['ALONE', '=', { ALONE: '' }],
  ['', '=', {}],
] as const)('%j', (text, sign, record) => {
  expect(pairs(text, sign)).toEqual(record)
})
