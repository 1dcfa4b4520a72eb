/** Words of the command palette. */
export const texts = {
  title: 'Command palette',
  field: 'Search chats, pages and commands',
  placeholder: 'A chat, page or command…',
  groups: { go: 'go to', thread: 'chat', do: 'command' },
  pane: 'pane',
  nothing: (text: string) => `No results for “${text}”.`,
  opens: 'open the command palette',
} as const
