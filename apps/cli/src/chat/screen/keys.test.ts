import type { Key } from 'ink'
import { expect, test } from 'vitest'
import { screenKeys } from './keys.ts'

const none = {} as Key // no key was named: what came is text

test.each([
  ['\u{15}gone', ['delete_to_start', 'gone']],
  ['ab\u{7f}c', ['ab', 'delete_back', 'c']],
  ['x\r', ['x', 'enter']],
  ['a\u{3}', ['a', 'stop']],
  ['\u{1}\u{5}', ['home', 'end']],
  ['\u{1}b', ['home', 'b']],
  ['é\u{0}', ['é', 'other']],
  ['a\tb', ['a', 'tab', 'b']],
])('keys that came together: %j', (input, keys) => {
  const got = screenKeys(input, none).map((key) =>
    key.kind === 'text' ? key.text : key.kind === 'edit' ? key.edit.do : key.kind,
  )
  expect(got).toEqual(keys)
})
