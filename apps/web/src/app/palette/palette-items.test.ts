import { expect, test } from 'vitest'
import type { PaletteItem } from '../../platform/command.ts'
import { matching } from './palette-items.ts'

const item = (label: string, hint = ''): PaletteItem => ({
  id: label,
  group: 'go',
  label,
  hint,
  run: () => {},
})
const items = [
  item('Waiting'),
  item('New chat'),
  item('Mode: Auto', 'auto'),
  item('tidy the release'),
  item('Audit'),
]

test.each([
  ['', ['Waiting', 'New chat', 'Mode: Auto', 'tidy the release', 'Audit']],
  ['au', ['Audit', 'Mode: Auto']],
  ['the tidy', ['tidy the release']],
  ['nothing', []],
])('%j', (text, wanted) => {
  expect(matching(items, text).map(({ label }) => label)).toEqual(wanted)
})
