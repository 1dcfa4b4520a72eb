import { expect, test } from 'vitest'
import { mentionAt, withMention } from './mentions.ts'

/** `|` is the caret. */
function at(marked: string): string | null {
  const caret = marked.indexOf('|')
  return mentionAt(marked.replace('|', ''), caret)?.wanted ?? null
}

test.each([
  ['@|', ''],
  ['look at @src/ga|', 'src/ga'],
  ['look at @src/ga|te.ts and', 'src/ga'],
  ['(@read|', 'read'],
  ['@"my no|', 'my no'],
  ['line\n@a|', 'a'],
  ['ada@example.org|', null],
  ['@done |', null],
  ['no mention|', null],
  ['|@later', null],
  [`@${'x'.repeat(300)}|`, null],
])('%j mentions %j', (marked, wanted) => {
  expect(at(marked)).toBe(wanted)
})

function chosen(marked: string, path: string): string {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const mention = mentionAt(text, caret)
  if (mention === null) return 'none'
  const written = withMention(text, mention, path)
  return `${written.text.slice(0, written.caret)}|${written.text.slice(written.caret)}`
}

test.each([
  ['see @ga|', 'src/gate.ts', 'see @src/gate.ts |'],
  ['see @ga| now', 'src/gate.ts', 'see @src/gate.ts| now'],
  ['see @ga|te.old now', 'src/gate.ts', 'see @src/gate.ts| now'],
  ['see @sr|', 'src/', 'see @src/|'],
  ['see @no|', 'my notes.md', 'see @"my notes.md" |'],
  ['see @"my n|', 'my notes.md', 'see @"my notes.md" |'],
  ['see @my|', 'my files/', 'see @"my files/|'],
])('%j with %j is %j', (marked, path, expected) => {
  expect(chosen(marked, path)).toBe(expected)
})
