import type { KeyView } from '@countersign/protocol'

/** Words of the models and keys. */
export const modelTexts = {
  title: 'Models and keys',
  hint: 'Which model new chats begin with, and the keys of those who have models. A key goes to the server and never comes back.',
  standard: 'Model for new chats',
  asFound: 'the first that has a key, else Demo',
  demo: 'Demo, built in, no key',
  services: 'Services',
  servicesHint:
    'A key of the environment is used as it is. One that is entered here counts before it and is stored encrypted.',
  local: 'On this machine',
  localHint: 'Servers that answer here are found by themselves. They are offered, never chosen.',
  noLocal: 'None answers here right now.',
  endpoints: 'Other endpoints',
  endpointsHint: 'A server that speaks the OpenAI chat format.',
  ready: 'ready',
  notReady: { service: 'no key', endpoint: 'not reached', local: 'does not answer', demo: '' },
  source: (key: KeyView) => {
    const end = key.last4 === null ? '' : ` …${key.last4}`
    switch (key.source) {
      case 'environment':
        return `key${end} of ${key.variable ?? 'the environment'}`
      case 'settings':
        return `key${end}, entered here`
      case 'none':
        return key.variable === null ? '' : `enter one, or set ${key.variable}`
    }
  },
  overrides: (variable: string) => `It counts before ${variable}.`,
  enter: 'Enter a key',
  replace: 'Replace',
  remove: 'Remove',
  check: 'Check',
  checking: 'Asking…',
  works: (models: number) =>
    models === 0 ? 'It answers.' : `It answers and has ${models} ${models === 1 ? 'model' : 'models'}.`,
  fails: (message: string) => `It does not answer: ${message}.`,
  keyOf: (name: string) => `Key of ${name}`,
  region: 'Region',
  keep: 'Keep key',
  cancel: 'Cancel',
  add: 'Add endpoint',
  endpoint: {
    id: { label: 'Short name', example: 'my-server' },
    name: { label: 'Name', example: 'My server' },
    address: { label: 'Address', example: 'https://models.example/v1' },
    key: { label: 'Key, if it needs one', example: '' },
  },
  keepEndpoint: 'Keep endpoint',
} as const
