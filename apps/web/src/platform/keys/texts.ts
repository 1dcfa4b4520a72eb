/** The action of each card key, in words. */
export const texts = {
  allow: 'allow once',
  deny: 'deny',
  note: 'write a note',
  deny_note: 'deny with a note',
  chat: 'allow for this chat',
  always: 'always allow (opens the rule)',
  down: 'next card in the chat',
  up: 'previous card in the chat',
} as const
