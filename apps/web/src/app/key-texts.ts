/** The list of keys, as people read it. */
export const keyTexts = { title: 'Keys', close: 'Close' } as const

export const KEYS: readonly (readonly [string, string])[] = [
  ['F8 · Shift+F8', 'next, previous waiting card, from anywhere'],
  ['g w', 'the same, outside fields'],
  ['A · D', 'on a card: allow once, deny'],
  ['N · Shift+D', 'on a card: note, deny with a note'],
  ['C · R', 'on a card: allow for this chat, always allow'],
  ['J · K', 'on a card: next, previous one'],
  ['Escape', 'on a card: back to where you were'],
  ['Enter · Shift+Enter', 'in the message: send, new line'],
  ['Ctrl+.', 'stop the turn'],
  ['Ctrl+Shift+M', 'open the mode menu'],
  ['?', 'this list'],
]
