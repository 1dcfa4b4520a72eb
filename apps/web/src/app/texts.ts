/** Words of the shell round all pages. */
export const texts = {
  product: 'Countersign',
  more: 'More',
  settings: 'Settings',
  skip: 'Skip',
  connected: 'connected',
  connecting: 'connecting',
  lost: 'connection lost',
  lostBanner: 'Connection lost. Your answers are saved here and sent when it is back.',
  reconnecting: (seconds: number) => `Reconnecting in ${seconds} s.`,
  reconnectingNow: 'Reconnecting…',
  tryNow: 'Try now',
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  back: 'Reconnected. Catching up…',
  refused: 'This browser is not signed in.',
  refusedHint:
    'Run “countersign open” in a terminal, then open the address it prints or paste it here. After an upgrade from an early version, sign in once more.',
  address: 'Printed address or code',
  open: 'Open',
  signInProblems: {
    refused:
      'This code is no longer valid. A code works once, within ten minutes. Run “countersign open” for a new one.',
    insecure: 'Signing in works only over https or on localhost. Open one of those addresses.',
  },
  unreachable: 'The server is not responding.',
  tryAgain: 'Try again',
  theme: 'Theme',
  toTheme: (name: string) => `Theme: ${name.toLowerCase()}`,
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const
