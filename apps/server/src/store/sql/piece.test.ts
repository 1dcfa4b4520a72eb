import { expect, test } from 'vitest'
import { listed, piece, raw, toStatement, type Piece } from './piece.ts'

const both = (a: unknown, b: unknown) => piece`(${a}, ${b})`

test.each<[string, Piece, string, readonly unknown[]]>([
  ['no value', piece`select 1`, 'select 1', []],
  ['values in order', piece`select ${'a'}, ${2}`, 'select $1, $2', ['a', 2]],
  ['a value that looks like SQL', piece`select ${'1; drop'}`, 'select $1', ['1; drop']],
  ['none as a value', piece`select ${null}`, 'select $1', [null]],
  ['a piece in a piece', piece`${1} ${both(2, 3)} ${4}`, '$1 ($2, $3) $4', [1, 2, 3, 4]],
  ['a list', piece`values ${listed([both(1, 2), both(3, 4)])}`, 'values ($1, $2), ($3, $4)', [1, 2, 3, 4]],
  ['a list of one', listed([both(1, 2)]), '($1, $2)', [1, 2]],
  ['text of the program', piece`${raw('now()')} ${1}`, 'now() $1', [1]],
  ['a value where a piece stood', both(both(1, 2), 3), '(($1, $2), $3)', [1, 2, 3]],
  ['a piece where a value stood', both(1, both(2, 3)), '($1, ($2, $3))', [1, 2, 3]],
])('%s', (_what, whole, sql, parameters) => {
  expect(toStatement(whole)).toEqual({ sql, parameters })
  expect(toStatement(whole)).toEqual({ sql, parameters })
})
