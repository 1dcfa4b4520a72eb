import { expect, test } from 'vitest'
import { modeLabel, modeTyped, withModeLabel } from './mode-words.ts'

test.each([
  ['Ask', 'default'],
  ['default', 'default'],
  ['accept edits', 'acceptEdits'],
  ['Accept-Edits', 'acceptEdits'],
  ['acceptEdits', 'acceptEdits'],
  [' PLAN ', 'plan'],
  ['auto', 'auto'],
  ['bypassPermissions', 'bypassPermissions'],
  ['builder', 'builder'],
])('%j is the mode %s', (typed, id) => expect(modeTyped(typed)).toBe(id))

test('a reason names the mode as people know it; other sentences stay', () => {
  expect(withModeLabel('default mode, an edit in the workspace')).toBe(
    'an edit in the workspace, in Ask mode',
  )
  expect(withModeLabel('plan mode has no effects')).toBe('Plan mode has no effects')
  expect(withModeLabel('builder mode, a command')).toBe('a command, in builder mode')
  expect(withModeLabel('no rule covers this')).toBe('no rule covers this')
  expect(modeLabel('builder')).toBe('builder')
})
