/** Words of what is allowed for one chat. */
export const chipTexts = {
  label: 'Allowed in this chat:',
  remove: (covers: string) => `Ask again for ${covers}`,
  notRemoved: (reason: string) => `Not removed: ${reason}.`,
} as const
