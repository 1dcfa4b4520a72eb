import { count } from '../../ui/times.ts'

/** Words of the first page. */
export const texts = {
  product: 'Countersign',
  line: 'Your agent proposes. You countersign.',
  folder: 'Folder',
  model: 'Model',
  demo: 'Demo, built in, no key',
  demoHint: 'It follows a script and says so. Nothing leaves this machine.',
  otherModel: 'Other…',
  needsKey: 'Needs your API key, which is stored encrypted on this machine.',
  hasKey: 'Ready: a key is set.',
  ready: (address: string | null) => (address === null ? 'Ready.' : `Ready, at ${address}`),
  found: (models: number) => `Found on this machine, ${count(models, 'model')}.`,
  keyOf: (name: string) => `${name} API key`,
  modelOf: (name: string) => `${name} model`,
  mode: 'Mode',
  modeHint: 'You can change it at any time, below the message field.',
  keptWithoutModel: 'the key was saved, but it offers no model',
  start: (folder: string) => `Start in ${folder}`,
  starting: 'Starting…',
  skip: 'Begin with an empty chat',
  tour: 'show me around',
  tourTitle: 'A look around',
  notStarted: (reason: string) => `Not started: ${reason}`,
  showHints: 'Show the first-run hints',
} as const
