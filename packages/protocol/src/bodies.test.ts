import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { buildBody, CallBody, CoreBody, defineBody, isFeatureBody, readBody } from './bodies.ts'

const note = defineBody({
  kind: 'notes.note',
  about: 'a note',
  data: z.object({ text: z.string(), kept: z.number() }),
})
const entries = [{ name: 'text', value: 'milk' }]
const body = buildBody(note, { data: { text: 'milk', kept: 2 }, entries })

test('a body of a feature goes over the wire as it was written, and is read by its contract', () => {
  const sent = CallBody.parse(JSON.parse(JSON.stringify(body)))
  expect(sent).toEqual({ kind: 'notes.note', entries, data: { text: 'milk', kept: 2 } })
  expect(readBody(note, sent)).toEqual({ text: 'milk', kept: 2 })
})

test('what is of another kind, or of another version, is not read', () => {
  expect(readBody(note, { ...body, kind: 'notes.other' })).toBeUndefined()
  expect(readBody(note, { ...body, data: { text: 'milk' } })).toBeUndefined()
  expect(readBody(note, { kind: 'shell', command: 'ls', cwd: '/' })).toBeUndefined()
})

test.each(['notes', 'Notes.note', 'notes.', '.note', 'notes.a.b', 'shell'])(
  '`%s` is no kind of a feature',
  (kind) => {
    expect(CallBody.safeParse({ kind, entries, data: {} }).success).toBe(false)
  },
)

test('core kinds stay strict, and are told apart by type', () => {
  expect(CallBody.safeParse({ kind: 'shell', entries, data: {} }).success).toBe(false)
  expect(CoreBody.safeParse(body).success).toBe(false)
  const one = CallBody.parse(body)
  if (!isFeatureBody(one)) expectTypeOf(one).toEqualTypeOf<CoreBody>()
  if (one.kind === 'shell') expectTypeOf(one.command).toBeString()
})
