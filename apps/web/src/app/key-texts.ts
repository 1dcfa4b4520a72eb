/** Words of the list of keys. */
export const keyTexts = {
  title: 'Keys',
  close: 'Close',
  change: 'Change keys',
  onCard: (does: string) => `on a card: ${does}`,
} as const
