import { expect, test } from 'vitest'
import { changeOf } from './change.ts'
import { applied, mutantsOf } from './places.ts'
import { shuffled } from './shuffle.ts'

test.each([
  ['if (a) { b() }', ['if (!(a)) { b() }', 'if (a) { ; }']],
  ['const x = a && b', ['const x = (a || b)']],
  ["const x = a === 'b'", ["const x = (a !== 'b')", String.raw`const x = a === '\u0000other'`]],
  ['const x = a < b', ['const x = (a <= b)']],
  ['const f = () => true', ['const f = () => false']],
  ['const x = [a, b]', ['const x = [ b]', 'const x = [a, ]']],
  ['type X = [a: 1, b: 2]', []],
])('changes of %s', (source, changed) => {
  const found = mutantsOf('x.ts', source).map((mutant) => applied(source, mutant))
  expect(found.toSorted()).toEqual(changed.toSorted())
})

test('a seed settles the order', () => {
  const list = [1, 2, 3, 4, 5, 6, 7, 8]
  expect(shuffled(list, 3)).toEqual(shuffled(list, 3))
  expect(shuffled(list, 3)).not.toEqual(shuffled(list, 4))
  expect(new Set(shuffled(list, 3))).toEqual(new Set(list))
})

test('a change is told by its lines', () => {
  const source = 'function f() {\n  return true\n}\n'
  const changes = mutantsOf('x.ts', source).map((mutant) => changeOf('x.ts', source, mutant))
  expect(changes).toEqual([{ file: 'x.ts', from: 'return true', to: 'return false' }])
})
