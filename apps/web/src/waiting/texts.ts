/** Words of the Waiting place. */
export const texts = {
  title: 'Waiting for you',
  summary: (many: number, chats: number) => `${many} in ${chats} ${chats === 1 ? 'chat' : 'chats'}`,
  nothing: 'Nothing waits for you.',
  waiting: (many: number) => `${many} waiting`,
  nothingWaits: 'Nothing waits',
  waits: (time: string) => `waits ${time}`,
  untitled: 'New chat',
  openChat: 'Open the chat',
  loading: 'Asking what waits…',
  newChat: 'New chat',
} as const
