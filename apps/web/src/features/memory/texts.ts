/** Words of the long-term memory. */
export const memoryTexts = {
  title: 'Memory',
  hint: 'What the agent may remember across chats. Off by default. You can read and remove every entry.',
  enabled: 'Remember across chats',
  enabledHint:
    'When off, nothing new is saved and no model sees the saved entries. They stay here until you remove them.',
  entries: 'Saved entries',
  none: 'Nothing saved yet.',
  forget: (key: string) => `Forget ${key}`,
  forgetWord: 'Forget',
  forgetAll: 'Forget all',
  yesAll: 'Yes, forget all',
  keep: 'Cancel',
} as const
