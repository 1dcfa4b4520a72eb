import { expect, test } from 'vitest'
import { SLASH_NAMES } from '../../../platform/slash-names.ts'
import { parseSlash, SLASH_COMMANDS, suggestSlash } from './slash-commands.ts'
import type { ParsedSlash } from './slash-commands.ts'

test.each([
  ['hello', null],
  ['/etc/hosts is odd', null],
  ['/', null],
  ['/tools', 'tools:'],
  ['  /tools  ', 'tools:'],
  ['/mode plan', 'mode:plan'],
  ['/help', 'help:'],
  ['/why npm test && rm x', 'explain:npm test && rm x'],
  ['/nonsense', '?nonsense'],
])('%s', (text, expected) => {
  expect(said(parseSlash(text))).toBe(expected)
})

function said(parsed: ParsedSlash | null): string | null {
  if (parsed === null) return null
  return parsed.kind === 'unknown' ? `?${parsed.name}` : `${parsed.command.name}:${parsed.argument}`
}

test.each([
  [
    '/',
    [
      'tools',
      'mode',
      'model',
      'plan',
      'rules',
      'explain',
      'undo',
      'compact',
      'stop',
      'new',
      'export',
      'help',
    ],
  ],
  ['/w', ['explain']],
  ['/mo', ['mode', 'model']],
  ['/mode ', []],
  ['x /', []],
])('%s suggests %j', (text, names) => {
  expect(suggestSlash(text).map(({ name }) => name)).toEqual(names)
})

test('saved prompts come after the commands, and no command has a name that a prompt may have', () => {
  const prompts = [{ name: 'review', text: 'x' }]
  expect(suggestSlash('/r', prompts).map(({ name }) => name)).toEqual(['rules', 'review'])
  for (const { name } of SLASH_COMMANDS) expect(SLASH_NAMES).toContain(name)
  for (const name of SLASH_COMMANDS.flatMap(({ other }) => other)) expect(SLASH_NAMES).toContain(name)
})
