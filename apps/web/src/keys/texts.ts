/** What each key does. */
export const texts = {
  next: 'go to the next waiting card, from anywhere',
  previous: 'go to the previous waiting card',
  palette: 'open the command palette',
  stop: 'stop the turn of the open chat',
  mode: 'open the mode menu',
  undo: 'take back an answer that is held',
  keys: 'list the keys',
  allow: 'allow once',
  deny: 'deny',
  note: 'write a note',
  deny_note: 'deny with a note',
  chat: 'allow for this chat',
  always: 'always allow: the rule',
  down: 'next card of the chat',
  up: 'previous card of the chat',
} as const
