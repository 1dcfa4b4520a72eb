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
  attach: 'Attach text files',
  attached: 'Attached files',
  leaveOut: (name: string) => `Leave out ${name}`,
  notAttached: {
    not_text: (name: string) =>
      `${name} is no text. Put it into the folder and name it: the agent finds it there.`,
    too_large: (name: string) => `${name} is larger than 60 kB. Put it into the folder and name it.`,
  },
  queued: 'Sent after this turn.',
  takeBack: 'Take it back',
  model: (name: string) => `Model: ${name}`,
  modelNotSet: (reason: string) => `The model is as before: ${reason}.`,
  modeNotSet: (reason: string) => `The mode is as before: ${reason}.`,
  notSent: (reason: string) => `Not sent: ${reason}.`,
  offline: 'not connected, the text is kept here',
  modeChanged: 'the mode changed meanwhile. Look at it and send again',
  autoOnce: 'Auto asks for no one. Deletions, what cannot be read, and your ask and deny rules still stop.',
} as const
