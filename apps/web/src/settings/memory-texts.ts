/** Words of the long-term memory. */
export const memoryTexts = {
  title: 'Memory',
  hint: 'What the agent may keep over chats. It is off unless you switch it on, and every entry is yours to read and to remove.',
  enabled: 'Remember over chats',
  enabledHint:
    'Switched off, nothing new is kept and no model sees what was; it stays here until you remove it.',
  entries: 'What is kept',
  none: 'Nothing is kept.',
  forget: (key: string) => `Forget ${key}`,
  forgetWord: 'Forget',
  forgetAll: 'Forget all',
  yesAll: 'Yes, forget all',
  keep: 'Keep',
} as const
