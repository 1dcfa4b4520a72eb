import { expect, test } from 'vitest'
import type { CallView } from '../../calls.ts'
import { callObject, callSummary, callVerb } from './call-words.ts'

const call = (more: object) =>
  ({ state: 'succeeded', error_code: null, started_at: 1, ended_at: 2, ...more }) as unknown as CallView // what the words read

test('a drawing is named by its kind, not by its text; a picture by its prompt', () => {
  const drawing = { kind: 'mermaid', text: 'graph LR\n A --> B' }
  const body = { kind: 'image', version: 1, data: { drawing }, entries: [] }
  const drawn = call({ tool: 'generate_image', title: 'Draw a diagram', specifier: drawing.text, body })
  expect(`${callVerb(drawn)} ${callObject(drawn)}`).toBe('Drew a diagram')
  const made = call({
    tool: 'generate_image',
    title: 'Make a picture',
    specifier: 'a boat',
    body: { ...body, data: { drawing: null } },
  })
  expect(`${callVerb(made)} ${callObject(made)}`).toBe('Made a picture of a boat')
})

test('a page that no browser can open says so in its line', () => {
  const body = { kind: 'browser', version: 1, data: { action: 'navigate' }, entries: [] }
  const failed = call({ tool: 'browser', state: 'failed', error_code: 'no_browser', body })
  expect([callVerb(failed), callSummary(failed)]).toEqual(['Failed to open', 'no browser here'])
})
