import { expect, test } from 'vitest'
import { parseSlash, suggestSlash } from './slash-commands.ts'
import type { ParsedSlash } from './slash-commands.ts'

test.each([
  ['hello', null],
  ['/etc/hosts is odd', null],
  ['/', null],
  ['/tools', 'tools:'],
  ['  /tools  ', 'tools:'],
  ['/mode plan', 'mode:plan'],
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
  ['/', ['tools', 'mode', 'plan', 'rules', 'explain', 'undo', 'stop', 'new']],
  ['/w', ['explain']],
  ['/mo', ['mode']],
  ['/mode ', []],
  ['x /', []],
])('%s suggests %j', (text, names) => {
  expect(suggestSlash(text).map(({ name }) => name)).toEqual(names)
})
