import { count } from '../ui/times.ts'

/** Words of the first page. */
export const texts = {
  product: 'Countersign',
  line: 'Your agent proposes. You countersign.',
  folder: 'Folder',
  here: 'the one this server was started in',
  sample: 'a sample folder, made for this',
  other: 'choose…',
  path: 'Path of the folder',
  model: 'Model',
  demo: 'Demo, built in, no key',
  demoHint: 'It plays a script and says so. Nothing leaves this machine.',
  otherModel: 'other…',
  needsKey: 'with a key of yours; it is kept encrypted on this machine',
  hasKey: 'has a key',
  found: (models: number) => `found, ${count(models, 'model')}`,
  keyOf: (name: string) => `Key of ${name}`,
  modelOf: (name: string) => `Model of ${name}`,
  mode: 'Mode',
  modeHint: 'It can be changed any time, below the text.',
  start: 'Start',
  starting: 'Starting…',
  skip: 'Begin with an empty chat',
  tour: 'show me around',
  tourTitle: 'A look around',
  notStarted: (reason: string) => `Not started: ${reason}.`,
} as const
