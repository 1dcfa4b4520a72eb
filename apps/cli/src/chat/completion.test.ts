import { expect, test } from 'vitest'
import { choicesFor, needOf, type Known } from './completion.ts'
import { edited } from './editor.ts'

const known: Known = {
  models: [
    { id: 'mistral/large', name: 'Mistral Large' },
    { id: 'demo', name: 'Demo' },
  ],
  prompts: [{ name: 'review-it', text: 'Review the\nlast commit' }],
  chats: [{ short: '0199aa', title: 'Fix the build' }],
  files: { wanted: 'src/m', paths: ['src/money.ts', 'src/more/', 'src/my notes.md'] },
}

test.each([
  ['/mo', ['/mode ', '/model ']],
  ['/he', ['/help']],
  ['/comp', ['/compact ']],
  ['/rev', ['/review-it']],
  ['/mode ', ['/mode Plan', '/mode Strict', '/mode Ask', '/mode Accept edits', '/mode Auto']],
  ['/mode acc', ['/mode Accept edits']],
  ['/mode def', ['/mode Ask']],
  ['/model LAR', ['/model mistral/large']],
  ['/chats build', ['/chats 0199aa']],
  ['/chats 01', ['/chats 0199aa']],
  ['read @src/m', ['read @src/money.ts ', 'read @src/more/', 'read @"src/my notes.md" ']],
  ['read @other', []],
  ['ada@example.com', []],
  ['/etc/hosts', []],
  ['hello', []],
])('%j may become %j', (text, expected) => {
  expect(choicesFor(edited(text), known).map(({ message }) => message.text)).toEqual(expected)
})

test('the server is asked for names only where some are needed', () => {
  expect(needOf(edited('read @src/m'))).toEqual({ list: 'files', wanted: 'src/m' })
  expect(needOf(edited('/model '))).toEqual({ list: 'models' })
  expect(needOf(edited('hello'))).toBeNull()
})
