/** Words of the Waiting place. */
export const texts = {
  title: 'Waiting for you',
  summary: (many: number, chats: number) => `${many} in ${chats} ${chats === 1 ? 'chat' : 'chats'}`,
  nothing: 'Nothing waits for you.',
  nothingHint: 'What the agent may not do alone stands here until you answer.',
  waiting: (many: number) => `${many} waiting`,
  nothingWaits: 'Nothing waits',
  waits: (time: string) => `waits ${time}`,
  left: (time: string) => `${time} left`,
  untitled: 'New chat',
  fold: (title: string) => `Fold: ${title}`,
  openChat: 'Open the chat',
  loading: 'Asking what waits…',
  newChat: 'New chat',
  ofAKind: (many: number) => `${many} of a kind`,
  tick: (name: string) => `Include ${name}`,
  seen: 'seen',
  notSeen: 'not seen yet',
  allow: (many: number) => `Allow ${many} once`,
  allowUnseen: (many: number, unseen: number) => `Allow ${many} once (${unseen} not seen)`,
  deny: (many: number) => `Deny ${many}`,
  batchHint:
    'Look at each one and the button wakes up. Deletions and what cannot be read are never answered in a batch.',
  modeWouldRun: (many: number, mode: string) =>
    `${many} waiting ${many === 1 ? 'call' : 'calls'} would run in ${mode}.`,
  modeRefused: (many: number, mode: string) =>
    `${many} waiting ${many === 1 ? 'call was' : 'calls were'} refused: ${mode} has no effects.`,
  showThem: 'Show them',
  letThemRun: (many: number) => (many === 1 ? 'Let this one run' : `Let these ${many} run`),
  leaveThem: 'Leave them waiting',
  dismiss: 'Close',
} as const
