/** Words of the phone layout. */
export const texts = {
  waiting: (many: number) => `${many} waiting`,
  toChats: 'To the chats',
  toEnd: 'To the end',
  answers: 'Answers',
} as const
