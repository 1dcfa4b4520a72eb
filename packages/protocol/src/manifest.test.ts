import { expect, test } from 'vitest'
import { readTool, SerializedTool, type ClientTool } from './manifest.ts'

const BARE = { name: 'stub.set', description: 'Sets.', kind: 'agentTool' }
const PARAMS = { type: 'object', properties: { value: { type: 'string' } } }

function read(more: object): ClientTool | string {
  const parsed = SerializedTool.safeParse({ ...BARE, ...more })
  if (!parsed.success) return parsed.error.issues.map(({ message }) => message).join('; ')
  const tool = readTool(parsed.data)
  return tool.ok ? tool.value : tool.message
}

test.each([
  [{}, 'external'],
  [{ effect: 'none' }, 'none'],
  [{ effect: 'proposal' }, 'proposal'],
  [{ effect: 'write' }, 'write'],
  [{ effect: 'external' }, 'external'],
  [{ side_effect: true }, 'external'],
  [{ side_effect: false }, 'none'],
  [{ sideEffect: true }, 'external'],
  [{ sideEffect: false }, 'none'],
  [{ side_effect: false, sideEffect: false }, 'none'],
  [{ effect: 'write', sideEffect: true }, 'write'],
  [{ effect: 'none', side_effect: false }, 'none'],
])('%j has the effect %s', (more, effect) => {
  expect(read(more)).toMatchObject({ effect })
})

test.each([
  [{ params: PARAMS }, PARAMS],
  [{ input_schema: PARAMS }, PARAMS],
  [{ inputSchema: PARAMS }, PARAMS],
  [{}, { type: 'object', properties: {}, additionalProperties: false }],
])('%j takes %j', (more, params) => {
  expect(read(more)).toMatchObject({ params })
})

test.each([
  [{ specifier_template: '{value}' }, '{value}'],
  [{ specifierTemplate: '{value}' }, '{value}'],
  [{}, undefined],
])('%j is matched by %s', (more, specifierTemplate) => {
  expect(read(more)).toMatchObject({ specifierTemplate })
})

test.each([
  [{ sideeffect: false }, 'there is no `sideeffect`: did you mean `sideEffect`?'],
  [{ effects: 'none' }, 'there is no `effects`: did you mean `effect`?'],
  [{ parameters: {} }, 'did you mean `params`?'],
  [{ specifer_template: '' }, 'did you mean `specifier_template`?'],
  [{ destructive: true }, 'there is no `destructive`'],
  [{ effect: 'read' }, 'Invalid option'],
  [{ effect: null }, 'Invalid option'],
  [{ side_effect: 'false' }, 'Invalid input'],
  [{ side_effect: true, sideEffect: false }, 'differ'],
  [{ params: PARAMS, inputSchema: {} }, 'differ'],
  [{ specifier_template: 'a', specifierTemplate: 'b' }, 'differ'],
  [{ effect: 'none', side_effect: true }, 'say different things'],
  [{ effect: 'write', side_effect: false }, 'say different things'],
])('%j is refused: %s', (more, words) => {
  expect(read(more)).toContain(words)
})
