/** Words of the page that lists who is signed in. */
export const sessionTexts = {
  title: 'Signed in',
  hint: 'Browsers and terminals that can answer for you. Each stays signed in for up to 30 days.',
  list: 'Browsers and terminals',
  thisPage: 'this browser',
  terminal: (name: string) => `${name}’s terminal`,
  used: 'last used',
  since: 'signed in',
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out ${name}`,
  another: 'Sign in another browser or terminal',
  anotherHint: 'Create a code. It signs in one browser or terminal, once, within ten minutes.',
  make: 'Create a code',
  forBrowser: 'In the other browser, open',
  forTerminal: 'In a terminal that asks you to sign in, run',
  command: (code: string) => `countersign sign-in ${code}`,
} as const
