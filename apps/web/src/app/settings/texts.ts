/** Words of the settings as a whole. */
export const texts = {
  settings: 'Settings',
  loading: 'Loading…',
} as const
