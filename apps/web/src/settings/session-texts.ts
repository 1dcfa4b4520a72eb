/** Words of the page that lists who is signed in. */
export const sessionTexts = {
  title: 'Signed in',
  hint: 'Browsers and terminals that can answer for you. Each stays signed in for 30 days at most.',
  list: 'Browsers and terminals',
  thisPage: 'this browser',
  terminal: (name: string) => `Terminal of ${name}`,
  used: 'last used',
  since: 'signed in',
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out ${name}`,
  another: 'Sign in another',
  anotherHint: 'Make a code. It signs in one browser or one terminal, once, within ten minutes.',
  make: 'Make a code',
  forBrowser: 'In the other browser, open',
  forTerminal: 'In a terminal that the server asks to sign in, run',
  command: (code: string) => `countersign sign-in ${code}`,
} as const
