import { expect, test } from 'vitest'
import type { JsonSchema } from '../json.ts'
import { assignable, typeWords } from './assignable.ts'

const S: JsonSchema = { type: 'string' }
const N: JsonSchema = { type: 'number' }
const object = (properties: Record<string, JsonSchema>, required: string[], more?: boolean): JsonSchema => ({
  type: 'object',
  properties,
  required,
  ...(more === undefined ? {} : { additionalProperties: more }),
})

// prettier-ignore
test.each<readonly [JsonSchema, JsonSchema, string]>([
  [S, true, 'yes'],
  [true, S, 'check'],
  [S, S, 'yes'],
  [S, N, 'no'],
  [{ type: 'integer' }, N, 'yes'],
  [N, { type: 'integer' }, 'check'],
  [S, { type: ['string', 'null'] }, 'yes'],
  [{ type: ['string', 'null'] }, S, 'check'],
  [{ anyOf: [S, N] }, { type: 'boolean' }, 'no'],
  [{ enum: ['a', 'b'] }, S, 'yes'],
  [S, { enum: ['a', 'b'] }, 'check'],
  [N, { enum: ['a', 'b'] }, 'no'],
  [{ const: 'a' }, { enum: ['a', 'b'] }, 'yes'],
  [{ const: 'z' }, { enum: ['a', 'b'] }, 'no'],
  [{ type: 'array', items: S }, { type: 'array' }, 'yes'],
  [{ type: 'array', items: S }, { type: 'array', items: N }, 'no'],
  [{ type: 'array' }, { type: 'array', items: N }, 'check'],
  [{ type: 'string', minLength: 3 }, { type: 'string', minLength: 1 }, 'yes'],
  [S, { type: 'string', format: 'uri' }, 'check'],
  [object({ a: S }, ['a']), object({ a: S }, ['a']), 'yes'],
  [object({ a: S, b: N }, ['a', 'b']), object({ a: S }, ['a']), 'yes'],
  [object({ a: S }, []), object({ a: S }, ['a']), 'check'],
  [object({ b: S }, ['b'], false), object({ a: S }, ['a']), 'no'],
  [object({ a: N }, ['a']), object({ a: S }, ['a']), 'no'],
  [object({ a: S, b: S }, ['a', 'b'], false), object({ a: S }, ['a'], false), 'no'],
  [{ $ref: '#/x' }, S, 'check'],
  [S, { type: 'string', not: { const: 'x' } }, 'check'],
])('%j into %j: %s', (from, to, fit) => {
  expect(assignable(from, to)).toBe(fit)
})

test('types are said in words', () => {
  expect(typeWords({ type: 'array', items: { type: ['string', 'null'] } })).toBe('list of text or null')
  expect(typeWords(object({ a: S }, []))).toBe('object with a')
})
