import type { KeyView } from '@countersign/protocol'

/** Words of the models and keys. */
export const modelTexts = {
  title: 'Models and keys',
  hint: 'The model for new chats, and a key for each provider. A key is sent to the server and never shown again.',
  titles: 'Chat titles',
  modelTitles: 'Let the model write the title of a new chat',
  modelTitlesHint:
    'One short request to the chat’s own model, with the beginning of your first message. When off, the first words are the title.',
  standard: 'Model for new chats',
  asFound: 'Automatic: COUNTERSIGN_MODEL, the first with a key, or Demo',
  demo: 'Demo, built in, no key',
  services: 'Providers',
  servicesHint:
    'Keys from the environment work without any setup. A key you enter here overrides them and is stored encrypted.',
  local: 'On this machine',
  localHint: 'Local model servers are found automatically. They are offered but never chosen for you.',
  noLocal: 'None is running right now.',
  endpoints: 'Other endpoints',
  endpointsHint: 'Servers that support the OpenAI chat format.',
  ready: 'ready',
  notReady: { service: 'no key', endpoint: 'unreachable', local: 'not responding', demo: '' },
  source: (key: KeyView) => {
    const end = key.last4 === null ? '' : ` …${key.last4}`
    switch (key.source) {
      case 'environment':
        return `key${end} from ${key.variable ?? 'the environment'}`
      case 'settings':
        return `key${end}, entered here`
      case 'none':
        return key.variable === null ? '' : `enter one, or set ${key.variable}`
    }
  },
  overrides: (variable: string) => `It overrides ${variable}.`,
  enter: 'Enter a key',
  replace: 'Replace',
  remove: 'Remove',
  check: 'Check',
  checking: 'Checking…',
  works: (models: number) =>
    models === 0 ? 'It works.' : `It works and offers ${models} ${models === 1 ? 'model' : 'models'}.`,
  fails: (message: string) => `It does not work: ${message}.`,
  keyOf: (name: string) => `${name} key`,
  region: 'Region',
  keep: 'Save key',
  cancel: 'Cancel',
  add: 'Add endpoint',
  endpoint: {
    id: { label: 'Short name', example: 'my-server' },
    name: { label: 'Name', example: 'My server' },
    address: { label: 'Address', example: 'https://models.example/v1' },
    key: { label: 'Key, if it needs one', example: '' },
  },
  keepEndpoint: 'Save endpoint',
} as const
