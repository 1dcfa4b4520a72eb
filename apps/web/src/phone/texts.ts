/** Words of the phone layout. */
export const texts = {
  title: 'Waiting for you',
  openCard: 'Open card',
  waiting: (many: number) => `${many} waiting`,
  toChats: 'To the chats',
  toEnd: 'To the end',
  answers: 'Answers',
} as const
