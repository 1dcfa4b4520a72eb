import { expect, test } from 'vitest'
import { entriesAsJson, jsonRows } from './json-rows.ts'
import type { JsonRow, RowValue } from './json-rows.ts'

const drawn = (rows: readonly JsonRow[]): string =>
  rows.map(({ name, value }) => `${name}: ${valueDrawn(value)}`).join('; ')

function valueDrawn(value: RowValue): string {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'list':
      return value.items.join(' | ')
    case 'rows':
      return `(${drawn(value.rows)})`
    case 'empty':
      return `empty ${value.of}`
  }
}

const deep = JSON.stringify({ a: { b: { c: { d: { e: { f: 1 } } } } } })

test.each([
  ['a text that looks like JSON', [{ name: 'x', value: '{"a":1}' }], 'x: {"a":1}'],
  [
    'values',
    [
      { name: 'n', value: '3', json: true },
      { name: 'b', value: 'false', json: true },
    ],
    'n: 3; b: false',
  ],
  ['nothing', [{ name: 'x', value: 'null', json: true }], 'x: null'],
  ['a short list', [{ name: 'labels', value: '["bug","release"]', json: true }], 'labels: bug | release'],
  ['a list with a comma in it', [{ name: 'l', value: '["a, b","c"]', json: true }], 'l: (1: a, b; 2: c)'],
  ['an object', [{ name: 'o', value: '{"a":1,"b":{"c":"d"}}', json: true }], 'o: (a: 1; b: (c: d))'],
  ['objects', [{ name: 'l', value: '[{"a":1},{"a":2}]', json: true }], 'l: (1: (a: 1); 2: (a: 2))'],
  [
    'empty ones',
    [
      { name: 'l', value: '[]', json: true },
      { name: 'o', value: '{}', json: true },
    ],
    'l: empty list; o: empty object',
  ],
  ['one that was masked', [{ name: 'o', value: '{"a": ••••}', json: true }], 'o: {"a": ••••}'],
  [
    'one that is too deep',
    [{ name: 'o', value: deep, json: true }],
    'o: (a: (b: (c: (d: (e: {\n  "f": 1\n})))))',
  ],
] as const)('%s', (_name, entries, expected) => {
  expect(drawn(jsonRows(entries))).toBe(expected)
})

test('as JSON it is what it was', () => {
  const entries = [
    { name: 'title', value: '{"a":1}' },
    { name: 'n', value: '3', json: true },
    { name: 'o', value: '{"a":[1]}', json: true },
  ] as const
  expect(JSON.parse(entriesAsJson(entries))).toEqual({ title: '{"a":1}', n: 3, o: { a: [1] } })
})
