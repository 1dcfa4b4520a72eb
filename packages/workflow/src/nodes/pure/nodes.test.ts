import { expect, test } from 'vitest'
import type { Json, Values } from '../../json.ts'
import { createRegistry } from '../registry.ts'

const registry = createRegistry()

function run(type: string, inputs: Values): Values {
  const node = registry.get(type)
  if (node?.kind !== 'pure') throw new Error(`${type} is no pure node`)
  return node.run(inputs)
}

const PEOPLE: Json = [
  { name: 'Bo', age: 30 },
  { name: 'Al', age: 20 },
  { name: 'Cy', age: 30 },
]

// prettier-ignore
const ROWS: readonly (readonly [type: string, inputs: Values, outputs: Values])[] = [
  ['text.template', { template: 'Hi {{ name }}, {{n}} times {{name}}', name: 'Bo', n: 2 }, { text: 'Hi Bo, 2 times Bo' }],
  ['text.join', { texts: ['a', 'b'] }, { text: 'a\nb' }],
  ['text.split', { text: 'a,,b', separator: ',', drop_empty: true }, { texts: ['a', 'b'] }],
  ['text.replace', { text: 'a.b.c', find: '.', replacement: '-' }, { text: 'a-b-c', count: 2 }],
  ['text.replace', { text: 'x1 y22', pattern: '([a-z])(\\d+)', replacement: '$2$1' }, { text: '1x 22y', count: 2 }],
  ['text.match', { text: 'on 2026-11-18', pattern: '(?<y>\\d{4})-(\\d\\d)' }, { found: true, texts: ['2026-11'], matches: [{ text: '2026-11', start: 3, groups: ['2026', '11'], named: { y: '2026' } }] }],
  ['text.case', { text: 'helloWorld again', to: 'snake' }, { text: 'hello_world_again' }],
  ['text.case', { text: 'hello-world', to: 'camel' }, { text: 'helloWorld' }],
  ['text.trim', { text: ' a ', side: 'end' }, { text: ' a' }],
  ['text.cut', { text: '😀😀😀', length: 2 }, { text: '😀😀…', cut: true }],
  ['json.parse', { text: '{"a":[1]}' }, { value: { a: [1] } }],
  ['json.stringify', { value: { a: 1 }, indent: 0 }, { text: '{"a":1}' }],
  ['json.get', { value: PEOPLE, path: '[*].name' }, { value: ['Bo', 'Al', 'Cy'] }],
  ['json.get', { value: {}, path: 'a.b', default: 7 }, { value: 7 }],
  ['json.set', { object: { a: { b: 1 } }, path: 'a.c', value: 2 }, { object: { a: { b: 1, c: 2 } } }],
  ['json.merge', { 10: { a: 10 }, 2: { a: 2, b: 2 } }, { object: { a: 10, b: 2 } }],
  ['json.pick', { object: { a: 1, b: 2 }, keys: ['a'], omit: true }, { object: { b: 2 } }],
  ['json.validate', { value: 'x', schema: { type: 'string' } }, { valid: true, problem: '', value: 'x' }],
  ['json.diff', { before: { a: 1, b: [1] }, after: { b: [1, 2], c: 3 } }, { equal: false, changes: [{ path: 'a', kind: 'removed', before: 1 }, { path: 'b[1]', kind: 'added', after: 2 }, { path: 'c', kind: 'added', after: 3 }] }],
  ['csv.parse', { text: 'a,b\r\n1,"x, ""y"""\n' }, { columns: ['a', 'b'], rows: [{ a: '1', b: 'x, "y"' }] }],
  ['csv.write', { rows: [{ a: 1, b: 'x,y' }, { a: null }] }, { text: 'a,b\n1,"x,y"\n,\n' }],
  ['yaml.parse', { text: 'a: [1, two]' }, { value: { a: [1, 'two'] } }],
  ['yaml.write', { value: { a: 1 } }, { text: 'a: 1\n' }],
  ['html.to_markdown', { html: '<h1>T</h1><script>x()</script><p>a <b>b</b> <a href="/l">l</a></p><ol><li>x<li>y</ol>' }, { text: '# T\n\na **b** [l](/l)\n\n1. x\n2. y' }],
  ['base64.encode', { text: 'é' }, { text: 'w6k=' }],
  ['base64.decode', { text: 'w6k=' }, { text: 'é' }],
  ['hash.sha256', { text: 'abc' }, { hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }],
  ['number.calculate', { a: 1.005, operation: 'round', b: 2 }, { result: 1.01 }],
  ['number.calculate', { a: 7, operation: 'remainder', b: 4 }, { result: 3 }],
  ['number.stats', { numbers: [3, 1, 2, 10] }, { count: 4, sum: 16, mean: 4, median: 2.5, min: 1, max: 10 }],
  ['time.format', { time: '2026-11-18T23:30:00Z', pattern: 'dd.MM.yyyy HH:mm', zone: 'Europe/Berlin' }, { text: '19.11.2026 00:30' }],
  ['time.add', { time: '2026-01-31T00:00:00Z', amount: 1, unit: 'months' }, { time: '2026-02-28T00:00:00.000Z' }],
  ['time.between', { from: '2026-01-01', to: '2026-01-03' }, { amount: 2 }],
  ['list.filter', { items: PEOPLE, path: 'age', operator: 'less', value: 30 }, { items: [{ name: 'Al', age: 20 }], rest: [{ name: 'Bo', age: 30 }, { name: 'Cy', age: 30 }] }],
  ['list.sort', { items: [3, 1, 2], descending: true }, { items: [3, 2, 1] }],
  ['list.slice', { items: [1, 2, 3], start: -2 }, { items: [2, 3] }],
  ['list.unique', { items: [1, '1', 1, { a: 1 }, { a: 1 }] }, { items: [1, '1', { a: 1 }] }],
  ['list.group', { items: PEOPLE, path: 'age' }, { groups: [{ key: 30, items: [{ name: 'Bo', age: 30 }, { name: 'Cy', age: 30 }] }, { key: 20, items: [{ name: 'Al', age: 20 }] }] }],
  ['list.chunk', { items: [1, 2, 3], size: 2 }, { chunks: [[1, 2], [3]] }],
  ['list.flatten', { items: [1, [2, [3]]] }, { items: [1, 2, [3]] }],
  ['list.zip', { a: [1, 2], b: ['x'] }, { pairs: [{ a: 1, b: 'x' }] }],
  ['list.concat', { b: [2], a: [1] }, { items: [1, 2] }],
  ['list.range', { end: 3 }, { items: [0, 1, 2] }],
  ['list.count', { items: [1, 2] }, { count: 2 }],
  ['logic.compare', { left: 'abc', operator: 'matches', right: '^a.c$' }, { result: true }],
  ['logic.compare', { left: [1, 2], operator: 'contains', right: 2 }, { result: true }],
  ['logic.all', { a: true, b: false }, { result: false }],
  ['logic.any', { a: true, b: false }, { result: true }],
  ['logic.not', { value: false }, { result: true }],
  ['logic.default', { value: null, default: 1 }, { value: 1 }],
]

test.each(ROWS)('%s of %j gives %j', (type, inputs, outputs) => {
  expect(run(type, inputs)).toEqual(outputs)
})

test('every pure node has a row', () => {
  const pure = registry.list().flatMap((node) => (node.kind === 'pure' ? [node.type] : []))
  expect(pure.filter((type) => !ROWS.some(([row]) => row === type))).toEqual([])
})

// prettier-ignore
test.each<readonly [string, Values, string]>([
  ['json.parse', { text: '{"__proto__":{"x":1}}' }, 'invalid_json'],
  ['json.parse', { text: 'no' }, 'invalid_json'],
  ['yaml.parse', { text: 'a: [' }, 'invalid_yaml'],
  ['csv.parse', { text: 'a\n"b' }, 'invalid_csv'],
  ['base64.decode', { text: '***' }, 'invalid_base64'],
  ['number.calculate', { a: 1, operation: 'divide', b: 0 }, 'no_number'],
  ['time.add', { time: 'soon', amount: 1 }, 'invalid_time'],
  ['time.format', { time: '2026-01-01', zone: 'Moon/Sea' }, 'invalid_zone'],
  ['text.match', { text: 'a', pattern: '(a' }, 'bad_pattern'],
  ['text.match', { text: 'a', pattern: '(a)\\1' }, 'bad_pattern'],
  ['list.range', { end: 1e9 }, 'too_many_items'],
  ['text.join', { texts: 'no list' }, 'invalid_input'],
  ['logic.all', { a: 'yes' }, 'invalid_input'],
])('%s of %j fails with %s', (type, inputs, code) => {
  expect(() => run(type, inputs)).toThrow(expect.objectContaining({ code }))
})
