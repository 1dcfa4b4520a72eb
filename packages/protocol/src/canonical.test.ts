import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'

/** The example of RFC 8785, section 3.2. */
const EXAMPLE =
  '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'

test('is the canonical JSON of RFC 8785', () => {
  expect(canonicalJson(JSON.parse(EXAMPLE))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('sorts keys by their UTF-16 code units, as RFC 8785 3.2.3 does', () => {
  const inOrder = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
  const sorted = canonicalJson(Object.fromEntries(inOrder.toReversed().map((key) => [key, 0])))
  expect(sorted).toBe(`{${inOrder.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
})

test('writes numbers as RFC 8785, appendix B, does', () => {
  const bits: readonly (readonly [string, string])[] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
  ]
  for (const [hex, text] of bits) expect(canonicalJson(Buffer.from(hex, 'hex').readDoubleBE())).toBe(text)
})

test('means the same value, in one spelling, whatever the order of keys was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      expect(canonicalJson(JSON.parse(text))).toBe(text)
      expect(canonicalJson(reversed(value))).toBe(text)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('has a spelling for text that is not valid Unicode, which a model can send', () => {
  expect(canonicalJson(JSON.parse('{"path":"\\ud800"}'))).toBe('{"path":"\\ud800"}')
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  )
}
