/** Words of the phone layout. */
export const texts = {
  title: 'Waiting for you',
  openCard: 'Open card',
  waiting: (many: number) => `${many} waiting`,
  toThreads: 'Go to chats',
  answers: 'Answers',
  together: 'Answer together',
} as const
