import type { TraceEntry } from '@countersign/protocol'
import { parseSync } from 'oxc-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playwrightScript } from './script.ts'

const ACTIONS = [
  'navigate',
  'open_tab',
  'back',
  'click',
  'hover',
  'check',
  'type',
  'select',
  'press',
  'upload',
  'download',
  'anything else',
]
const words = fc.oneof(
  fc.string(),
  fc.constantFrom("'); process.exit(1); ('", '\u2028', '`${1}`', '*/', '\r\n', '\\'),
)
const entry: fc.Arbitrary<TraceEntry> = fc.record({
  id: fc.nat(),
  at: fc.nat(),
  action: fc.constantFrom(...ACTIONS),
  element: fc.option(
    fc.record({ role: fc.oneof(words, fc.constantFrom('button', 'file', '')), name: words }),
  ),
  url: words,
  input: fc.option(words),
  ok: fc.boolean(),
  before: fc.constant(null),
  after: fc.constant(null),
})

test('whatever pages and agents wrote, the script parses, and their words are only strings in it', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
      const script = playwrightScript(entries)
      expect(parseSync('script.ts', script).errors).toEqual([])
      const withoutStrings = script.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
      expect(withoutStrings).not.toMatch(/exit|\$\{1\}/)
    }),
  )
})

test('a value that the trace does not have comes from the environment', () => {
  const typed = (input: string): TraceEntry => ({
    id: 1,
    at: 1,
    action: 'type',
    element: { role: 'textbox', name: 'Key' },
    url: 'https://shop.example/',
    input,
    ok: true,
    before: null,
    after: null,
  })
  const script = playwrightScript([typed('the secret “shop key”'), typed('••••'), typed('tea')])
  expect(script).toContain('.fill(process.env["SECRET_SHOP_KEY"] ?? \'\')')
  expect(script).toContain('.fill(process.env["SECRET_VALUE"] ?? \'\')')
  expect(script).toContain('.fill("tea")')
})
