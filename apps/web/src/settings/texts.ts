/** Words of the settings. */
export const texts = {
  settings: 'Settings',
  sections: {
    permissions: 'Permissions',
    notifications: 'Notifications',
    keyboard: 'Keyboard',
    about: 'About',
  },
  audit: 'Audit',
  loading: 'Reading…',
  tryAgain: 'Try again',
  notThere: (reason: string) => `This cannot be shown: ${reason}.`,
} as const
