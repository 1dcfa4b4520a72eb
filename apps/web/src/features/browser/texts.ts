export const texts = {
  leaves: 'leaves this machine',
  stays: 'on this machine or network',
  sends: 'What it would send',
  masked: '•••• masked',
  nothing: 'no fields',
  leadsTo: 'leads to',
  types: 'input',
  file: 'file',
  picture: (name: string) => `The page around “${name}”, which is outlined`,

  show: 'Open the browser',
  takeOver:
    'Take over opens the browser and gives it to you. The agent sees nothing until you hand it back; then it goes on.',
  youHaveCard: 'You have the browser. Hand it back when you are done, and the agent goes on.',
  agentAsks: 'The agent asks you to take over:',

  loading: 'Looking for the browser…',
  noThread: 'Open a chat to see its browser.',
  none: 'No page is open in this chat. The agent opens one when you allow it.',
  noChromium: 'There is no Chromium on this machine, so the agent has no browser.',
  howTo: 'Install Chromium or Chrome, set CHROMIUM_PATH, or download one into the data folder.',
  bring: (size: string) => `Download a browser (${size})`,
  bringAgain: (size: string) => `Try again (${size})`,
  bringHint: (name: string, disk: string) =>
    `From the package registry: ${name}. It takes ${disk} in the data folder. The status page removes it again.`,
  notBrought: (why: string) => `The browser was not downloaded: ${why}`,
  coming: {
    downloading: (done: string, total: string) => `Downloading: ${done} of ${total}`,
    unpacking: (done: string, total: string) => `Unpacking: ${done} of ${total}`,
    checking: () => 'Starting it once, to check that it works…',
  },
  comingLabel: 'Download of the browser',
  remove: 'Remove the downloaded browser',
  cannot: (why: string) => `The browser cannot start: ${why}.`,
  uses: ({
    source,
    path,
    version,
  }: {
    readonly source: string
    readonly path: string
    readonly version: string | null
  }) =>
    version === null
      ? `Uses ${path}, found in ${source}.`
      : `Uses Chromium ${version}: ${path}, found in ${source}.`,

  agentHas: 'The agent has the browser.',
  otherHas: 'Someone else has the browser in another window.',
  youHave: 'You have the browser.',
  blind: 'The agent waits. Nothing is recorded or shown to it until you hand it back.',
  take: 'Take over',
  handBack: 'Hand back',
  keep: 'Keep this login…',
  keepAsk: (host: string) =>
    `Keep the login for ${host}? Its cookies are stored encrypted on this server and used in your later chats, never in unattended runs.`,
  keepYes: 'Keep it',
  keepNo: 'Cancel',
  typeHere: 'Text for the page',
  typeIt: 'Type it',
  keys: { Tab: 'Tab', Enter: 'Enter', Backspace: 'Delete' },
  kept: (host: string) => `The login for ${host} is kept.`,
  sendAsk: 'The page wants to send what the agent typed:',
  send: 'Send it',
  dontSend: 'Do not send',
  back: 'Back',
  forward: 'Forward',
  reload: 'Reload',
  address: 'Address',
  profile: 'separate profile, deleted 30 min after its last use',
  screen: 'The page in the agent’s browser',
  tabs: (count: number) => (count === 1 ? '1 tab' : `${count} tabs`),
  dropped: (count: number) => `${count} ${count === 1 ? 'request' : 'requests'} to other hosts dropped`,
  close: 'Close browser',

  page: 'Page',
  trace: 'Trace',
  logins: 'Logins',
  noTrace: 'The agent has not used the browser in this chat.',
  exportScript: 'Save as Playwright script',
  before: 'before',
  after: 'after',
  failed: 'failed',
  noLogins: 'No logins are kept. Take over the browser, sign in, and press “Keep this login”.',
  forget: 'Remove',
  cookies: (count: number) => (count === 1 ? '1 cookie' : `${count} cookies`),
  summary: (url: string) => `The browser of this chat shows ${url}.`,
  summaryNone: 'The browser of this chat has no page open.',
  summaryHeld: 'The person has the browser.',
} as const
