import type { SearchSettingsView } from '@countersign/protocol'

type Service = SearchSettingsView['services'][number]

/** Words of the services that search the web. */
export const searchTexts = {
  title: 'Web search',
  hint: 'Who searches the web for the agent. Without one it cannot search. What is entered here is stored encrypted and counts before the environment.',
  choose: 'Search with',
  first: 'the first that is set up',
  searches: 'searches',
  ready: 'ready',
  notReady: 'not set up',
  source: ({ source, last4, variable, wants }: Service) => {
    const end = last4 === null ? '' : ` …${last4}`
    switch (source) {
      case 'environment':
        return `${wants}${end} of ${variable ?? 'the environment'}`
      case 'settings':
        return `${wants}${end}, entered here`
      case 'none':
        return variable === null ? '' : `enter its ${wants}, or set ${variable}`
    }
  },
  keep: { address: 'Keep address', key: 'Keep key' },
  enter: { address: 'Enter an address', key: 'Enter a key' },
  field: ({ wants, name }: Service) => (wants === 'address' ? `Address of ${name}` : `Key of ${name}`),
} as const
