import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hashCall } from '../call/hash.ts'
import { defineTool } from './tool.ts'
import { parseCall, Toolbelt } from './toolbelt.ts'

const INPUT = z.object({ value: z.string(), tags: z.array(z.string()).default([]) })

const note = (input: z.ZodType<z.output<typeof INPUT>>) =>
  defineTool({
    name: 'note',
    description: 'Notes a value.',
    input,
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '{value}' },
    repeat: 'safe',
    parallelSafe: true,
    title: () => 'Note',
    inspect: ({ value }) =>
      Promise.resolve({
        specifier: { kind: 'text', text: value },
        body: { kind: 'arguments', entries: [] },
        targets: [],
      }),
    run: () => Promise.resolve({ ok: true, text: '' }),
  })

const origin = {
  id: CallId.parse('call_1'),
  threadId: ThreadId.parse('thr_1'),
  turnId: TurnId.parse('trn_1'),
  parentId: null,
  depth: 0,
  place: { workspace: '/w', cwd: '/w', home: '/home/ana' },
}

test.each([
  ['as it comes', INPUT],
  ['frozen by its schema, not what is in it', INPUT.readonly()],
])('what is hashed later is what was parsed (%s), and goes along into JSON', async (_how, input) => {
  const asked = { providerId: 'p', name: 'note', input: '{"value":"a","other":1}' }
  const parsed = await parseCall(new Toolbelt([note(input)]), asked, { ...origin, says: ' because ' })
  const wanted = hashCall('note', { value: 'a', tags: [] })
  expect(() => Object.assign(parsed.call.args as object, { value: 'b' })).toThrow(TypeError)
  expect(() => (parsed.call.args as { tags: string[] }).tags.push('x')).toThrow(TypeError)
  expect(JSON.parse(JSON.stringify(parsed.call))).toMatchObject({
    hash: wanted,
    says: 'because',
    tool: 'note',
  })
  expect(parsed.call.hash).toBe(wanted)
})

test.each([10, 100_000])(
  'what a tool is called and taken for is what counts, with %i characters',
  async (length) => {
    const tool = { ...note(INPUT), name: 'renamed', category: 'write' as const, editSafe: true }
    const input = JSON.stringify({ value: 'x'.repeat(length) })
    const parsed = await parseCall(new Toolbelt([tool]), { providerId: 'p', name: 'renamed', input }, origin)
    if (!parsed.ok) throw new Error(parsed.result.text)
    const facts = { name: 'renamed', category: 'write', destructive: false, editSafe: true, kind: 'text' }
    expect(parsed.call).toMatchObject({ tool: 'renamed', facts })
    expect(parsed.call.hash).toBe(hashCall('renamed', parsed.call.args))
  },
)
