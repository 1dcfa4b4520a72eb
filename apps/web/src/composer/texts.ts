/** Words of the composer. */
export const texts = {
  label: 'Message',
  placeholder: 'Say what should happen. / for commands.',
  send: 'Send',
  sendAfter: 'Send after this turn',
  stop: 'Stop',
  stopKeys: 'Stop the turn (Ctrl+.)',
  mode: (label: string) => `Mode: ${label}`,
  demo: 'Demo model',
  demoHint: 'The built-in demo model plays a script. No key, no network.',
  queued: 'Sent after this turn.',
  takeBack: 'Take it back',
  modeNotSet: (reason: string) => `The mode is as before: ${reason}.`,
  notSent: (reason: string) => `Not sent: ${reason}.`,
  offline: 'not connected, the text is kept here',
  modeChanged: 'the mode changed meanwhile. Look at it and send again',
  autoOnce: 'Auto asks for no one. Deletions, what cannot be read, and your ask and deny rules still stop.',
} as const
