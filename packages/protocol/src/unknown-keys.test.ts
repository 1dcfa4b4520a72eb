import { expect, test } from 'vitest'
import { z } from 'zod'
import { COMMANDS, ROUTES, unknownKey } from './index.ts'
import { BODY_SAMPLES, COMMAND_SAMPLES, keyPaths, respelled } from './testing/messages.ts'

const commands = COMMANDS.map((contract) => {
  const type = contract.schema.shape.type.value
  return { name: type, schema: contract.schema, sample: COMMAND_SAMPLES.find((one) => one.type === type) }
})
const bodies = ROUTES.flatMap(({ method, path, body: schema }) =>
  schema === undefined || path === '/api/commands'
    ? []
    : [{ name: `${method} ${path}`, schema, sample: BODY_SAMPLES[`${method} ${path}`] }],
)

/** Where any key may stand: schemas and arguments of tools, and names of capabilities, which features declare. */
const FREE = /^(?:tools\.\d+\.(?:params|inputSchema|input_schema)|call\.args|capabilities)\./

test.each([...commands, ...bodies])('$name knows its keys and no others', ({ schema, sample }) => {
  expect(schema.safeParse(sample).error).toBeUndefined()
  expect(unknownKey(schema, sample)).toBeUndefined()
  const taken = keyPaths(sample).filter((path) => {
    const sent = respelled(sample, path, `${path.at(-1)}x`)
    return schema.safeParse(sent).success && unknownKey(schema, sent) === undefined
  })
  expect(taken.map((path) => path.join('.')).filter((path) => !FREE.test(path))).toEqual([])
})

test.each([...commands, ...bodies].filter(({ schema }) => schema instanceof z.ZodObject))(
  'the sample of $name has every key',
  ({ schema, sample }) => {
    const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    expect(Object.keys(sample ?? {}).toSorted()).toEqual(keys.toSorted())
  },
)

const Shape = z.object({
  mode: z.string(),
  inner: z.array(z.object({ dry_run: z.boolean().optional() })).optional(),
  either: z.union([z.object({ a: z.string() }), z.object({ b: z.string().optional() })]).optional(),
  loose: z.looseObject({}).optional(),
  record: z.record(z.string(), z.number()).optional(),
})

test.each([
  [{ mode: 'a', mod: 'b' }, 'mod', 'there is no `mod`: did you mean `mode`?'],
  [{ mode: 'a', inner: [{}, { dryrun: true }] }, 'inner.1.dryrun', 'did you mean `dry_run`?'],
  [{ mode: 'a', either: { a: 'x', c: 1 } }, 'either.c', 'there is no `c`'],
  [JSON.parse('{ "mode": "a", "__proto__": {} }') as object, '__proto__', 'there is no `__proto__`'],
  [JSON.parse('{ "mode": "a", "record": { "__proto__": 1 } }') as object, 'record.__proto__', 'there is no'],
  [{ mode: 'a', constructor: 1 }, 'constructor', 'there is no `constructor`'],
])('%j has a key that is not known', (sent, at, message) => {
  expect(unknownKey(Shape, sent)).toMatchObject({ at, message: expect.stringContaining(message) as string })
})

test.each([
  [{ mode: 'a', either: { a: 'x' }, loose: { any: 1 } }],
  [{ mode: 'a', inner: [], either: { b: 'x' } }],
])('%j has none', (sent) => {
  expect(unknownKey(Shape, sent)).toBeUndefined()
})

test('keys that are ignored are ignored at the top alone', () => {
  expect(unknownKey(Shape, { mode: 'a', tools: [] }, ['tools'])).toBeUndefined()
  expect(unknownKey(Shape, { mode: 'a', inner: [{ tools: [] }] }, ['tools'])?.at).toBe('inner.0.tools')
})

test('a schema whose keys cannot be looked at is a mistake of its author', () => {
  expect(() => unknownKey(z.map(z.string(), z.string()), new Map())).toThrow('`map`')
})
