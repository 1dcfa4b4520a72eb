import { expect, test } from 'vitest'
import { appendIn, readJson, setIn } from './json-text.ts'

test.each([
  ['nothing', '', '{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ['an empty object', '{}', '{\n  "a": {\n    "b": 1\n  }\n}'],
  ['an object on one line', '{"x":1}', '{"x":1, "a": {"b":1}}'],
  ['four spaces', '{\n    "x": 1\n}\n', '{\n    "x": 1,\n    "a": {\n        "b": 1\n    }\n}\n'],
  ['tabs', '{\n\t"x": 1\n}', '{\n\t"x": 1,\n\t"a": {\n\t\t"b": 1\n\t}\n}'],
  ['two line breaks at its end', '{\n  "x": 1\n}\n\n', '{\n  "x": 1,\n  "a": {\n    "b": 1\n  }\n}\n\n'],
  ['carriage returns', '{\r\n  "x": 1\r\n}\r\n', '{\r\n  "x": 1,\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}\r\n'],
  [
    'odd layout and a remark',
    '{ "x" :  [1,2 ] , // why\n  "y":2 // last\n}',
    '{ "x" :  [1,2 ] , // why\n  "y":2, // last\n  "a": {\n    "b": 1\n  }\n}',
  ],
  ['a mark of its encoding', '\uFEFF{"x":1}', '\uFEFF{"x":1, "a": {"b":1}}'],
  ['a name on the way', '{\n  "a": {\n    "c": 2\n  }\n}', '{\n  "a": {\n    "c": 2,\n    "b": 1\n  }\n}'],
  ['the value', '{"a":{"b":1}}', '{"a":{"b":1}}'],
  ['another value', '{"a":{"b":[ 7 ],"c":3}}', '{"a":{"b":1,"c":3}}'],
])('a value is set where there is %s', (_what, before, after) => {
  expect(setIn(before, ['a', 'b'], 1)).toBe(after)
})

const TEXTS = [
  '{"x":1}',
  '{ "x": 1 }',
  '{\n  "x": 1\n}\n',
  '{\n\t"x": 1, // why\n\t"list": [\n\t\t1,\n\t\t2\n\t]\n}\n',
  '{\r\n  "x": 1,\r\n  "list": [{ "y": [] }]\r\n}',
  '{ "x" :  [1,2 ] , // why\n  "y":2 // last\n  /* end */ }',
  '\uFEFF{"x":1, "list":[ 1 ]}',
]

test.each(TEXTS)('what was put into %j and taken out again leaves no trace', (text) => {
  expect(setIn(setIn(text, ['a'], { b: [1, { c: 2 }] }), ['a'], undefined)).toBe(text)
})

test.each(TEXTS)('a list in %j gets one more', (text) => {
  const before = readJson(text, { comments: true }) as { list?: unknown[] } // of the table above
  const after = readJson(appendIn(text, ['list'], { b: [1] }), { comments: true })
  expect(after).toEqual({ ...before, list: [...(before.list ?? []), { b: [1] }] })
})

test.each(TEXTS.filter((text) => text.includes('"list"')))('an item leaves no trace in %j', (text) => {
  const { list } = readJson(text, { comments: true }) as { list: unknown[] } // one is in each of these
  expect(setIn(appendIn(text, ['list'], { b: [1] }), ['list', list.length], undefined)).toBe(text)
})

test('the first, one in the middle and the only one are taken out', () => {
  const text = '{\n  "a": 1,\n  "b": 2, // two\n  "c": 3\n}'
  expect(setIn(text, ['a'], undefined)).toBe('{\n  "b": 2, // two\n  "c": 3\n}')
  expect(setIn(text, ['b'], undefined)).toBe('{\n  "a": 1, // two\n  "c": 3\n}')
  expect(setIn('{\n  "a": 1\n}\n', ['a'], undefined)).toBe('{}\n')
  expect(setIn('{"a":{"b":1}}', ['a', 'c'], undefined)).toBe('{"a":{"b":1}}')
})

test('a text that is no JSON, or has remarks where nobody reads them, is not read', () => {
  expect(readJson('{', { comments: true })).toBeUndefined()
  expect(readJson('{"a":1,}', { comments: true })).toBeUndefined()
  expect(readJson('{} // x', { comments: false })).toBeUndefined()
  expect(readJson('{} // x', { comments: true })).toEqual({})
  expect(readJson('  ', { comments: false })).toEqual({})
})
