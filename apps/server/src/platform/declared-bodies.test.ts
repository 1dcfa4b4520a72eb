import { defineTool } from '@countersign/agent'
import { buildBody, defineBody, type CallBody } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bodiesOf, declaredBodies } from './declared-bodies.ts'
import type { Feature } from './feature.ts'

const note = defineBody({ kind: 'notes.note', about: 'a note', data: z.object({ text: z.string() }) })
const feature = (name: string, bodies: Feature['bodies'] = []): Feature => ({
  name,
  bodies,
  start: () => ({}),
})
const entries = [{ name: 'text', value: 'milk' }]
const place = { workspace: '/w', cwd: '/w', home: '/home/ada' }

async function shown(body: CallBody): Promise<CallBody> {
  const tool = defineTool({
    name: 'notes.add',
    title: () => 'Add a note',
    description: 'Keeps a note.',
    category: 'write',
    destructive: false,
    editSafe: false,
    capability: 'notes',
    specifier: { kind: 'text', template: '{text}' },
    repeat: 'never',
    parallelSafe: true,
    input: z.object({}),
    inspect: () => ({ specifier: { kind: 'text', text: 'milk' }, body, targets: [] }),
    run: async () => ({ ok: true, text: '' }),
  })
  const limit = declaredBodies(() => bodiesOf([feature('notes', [note])]))
  expect(limit(tool)).toBe(limit(tool))
  const parsed = limit(tool).parse({})
  if ('error' in parsed) throw new Error(parsed.error)
  return (await parsed.inspect(place)).body
}

const declared = buildBody(note, { data: { text: 'milk' }, entries })

test.each<[string, CallBody, CallBody]>([
  ['declared, and fits', declared, declared],
  ['of no kind that is declared', { ...declared, kind: 'notes.other' }, { kind: 'arguments', entries }],
  ['declared, and does not fit', { ...declared, data: { text: 7 } }, { kind: 'arguments', entries }],
  [
    'of the core',
    { kind: 'path', action: 'delete', paths: ['a'] },
    { kind: 'path', action: 'delete', paths: ['a'] },
  ],
])('a body that is %s', async (_name, body, expected) => {
  expect(await shown(body)).toEqual(expected)
})

test('a kind belongs to one feature, and has its name', () => {
  expect(() => bodiesOf([feature('todos', [note])])).toThrow('`notes.note` is no kind of `todos`')
  expect(() => bodiesOf([feature('notes', [note, note])])).toThrow('two bodies claim `notes.note`')
})
