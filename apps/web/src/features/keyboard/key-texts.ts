/** Words of the list of keys. */
export const keyTexts = {
  title: 'Keyboard shortcuts',
  list: 'list keyboard shortcuts',
  close: 'Close',
  change: 'Change shortcuts',
  onCard: (does: string) => `on a card: ${does}`,
} as const
