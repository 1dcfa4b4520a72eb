import { expect, test } from 'vitest'
import { argumentEntries } from './argument-entries.ts'

const schema = { type: 'object', properties: { title: {}, labels: {}, notify: {} } }

test.each([
  ['no arguments', undefined, []],
  ['a text that looks like JSON stays a text', { title: '{"a":1}' }, [{ name: 'title', value: '{"a":1}' }]],
  [
    'the order of the schema, then the others as they came',
    { z: '1', notify: true, a: '2', labels: ['bug'], title: 't' },
    [
      { name: 'title', value: 't' },
      { name: 'labels', value: '[\n  "bug"\n]', json: true },
      { name: 'notify', value: 'true', json: true },
      { name: 'z', value: '1' },
      { name: 'a', value: '2' },
    ],
  ],
  ['names of the language', { constructor: 'x' }, [{ name: 'constructor', value: 'x' }]],
])('%s', (_name, args, expected) => {
  expect(argumentEntries(args, schema)).toEqual(expected)
})
