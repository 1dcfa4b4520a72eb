/** Texts shared by all settings. */
export const texts = {
  notKept: (reason: string) => `Not saved: ${reason}.`,
  tryAgain: 'Try again',
  notThere: (reason: string) => `Could not load this: ${reason}.`,
  loading: 'Loading…',
} as const
