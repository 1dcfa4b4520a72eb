import { expect, test } from 'vitest'
import { promptMessage, slashTyped } from './saved-prompts.ts'

test.each([
  ['/review', { name: 'review', argument: '' }],
  [' /review-2  the last\ncommit ', { name: 'review-2', argument: 'the last\ncommit' }],
  ['/etc/hosts is odd', null],
  ['/Review', null],
  ['/', null],
  ['see /review', null],
])('%j is typed as %j', (text, typed) => {
  expect(slashTyped(text)).toEqual(typed)
})

test.each([
  ['Review this.', '', 'Review this.'],
  ['Review this.', 'Tests first.', 'Review this.\n\nTests first.'],
  ['Review {input} and only {input}.', 'src/$&', 'Review src/$& and only src/$&.'],
  ['Review {input}.', '', 'Review .'],
])('%j with %j is %j', (text, argument, message) => {
  expect(promptMessage({ name: 'x', text }, argument)).toBe(message)
})
