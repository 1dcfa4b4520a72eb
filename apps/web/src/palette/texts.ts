/** Words of the command palette. */
export const texts = {
  title: 'Go to or do',
  field: 'What to go to or do',
  placeholder: 'A chat, a place, a mode…',
  groups: { go: 'go to', chat: 'chat', do: 'do' },
  nothing: (text: string) => `No “${text}” here.`,
  nextCard: 'Next waiting card',
  mode: (label: string) => `Mode: ${label}`,
  stop: 'Stop the turn',
  hints: 'Show the hints of the first minutes',
  theme: (name: string) => `Theme: ${name.toLowerCase()}`,
} as const
