/** Words of the settings. */
export const texts = {
  settings: 'Settings',
  sections: {
    permissions: 'Permissions',
    models: 'Models and keys',
    mcp: 'MCP servers',
    memory: 'Memory',
    limits: 'Limits',
    sessions: 'Signed in',
    notifications: 'Notifications',
    keyboard: 'Keyboard',
    about: 'About',
  },
  audit: 'Audit',
  loading: 'Reading…',
  notKept: (reason: string) => `Not kept: ${reason}.`,
  tryAgain: 'Try again',
  notThere: (reason: string) => `This cannot be shown: ${reason}.`,
} as const
