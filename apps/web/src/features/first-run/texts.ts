import { count } from '../../ui/times.ts'

/** Words of the first page. */
export const texts = {
  line: 'Your agent proposes. You countersign.',
  folder: 'Folder',
  model: 'Model',
  modelHint: 'You can change it in every chat.',
  demo: 'Demo',
  demoHint: 'Built in, no key. Follows a script, and nothing leaves this machine.',
  otherModel: 'Other models…',
  needsKey: 'Needs your API key.',
  hasKey: 'Ready: a key is set.',
  ready: (address: string | null) => (address === null ? 'Ready.' : `Ready, at ${address}`),
  set: (model: string) => `${model} is set for new chats, but does not answer right now.`,
  found: (models: number) => `${count(models, 'model')} found.`,
  keyOf: (name: string) => `${name} API key`,
  modelOf: (name: string) => `${name} model`,
  mode: 'Mode',
  modeHint: 'What may run without asking. You can change it in every chat.',
  keptWithoutModel: 'the key was saved, but it offers no model',
  start: (folder: string) => `Start in ${folder}`,
  starting: 'Starting…',
  skip: 'Begin with an empty chat',
  tour: 'show me around',
  tourTitle: 'A look around',
  notStarted: (reason: string) => `Not started: ${reason}`,
} as const
