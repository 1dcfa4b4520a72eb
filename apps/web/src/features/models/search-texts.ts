import type { SearchSettingsView } from '@countersign/protocol'

type Service = SearchSettingsView['services'][number]

/** Words of the services that search the web. */
export const searchTexts = {
  title: 'Web search',
  hint: 'The service that searches the web for the agent. Without one it cannot search. What you enter here is stored encrypted and overrides the environment.',
  choose: 'Search with',
  first: 'the first one set up',
  searches: 'in use',
  ready: 'ready',
  notReady: 'not set up',
  source: ({ source, last4, variable, wants }: Service) => {
    const end = last4 === null ? '' : ` …${last4}`
    switch (source) {
      case 'environment':
        return `${wants}${end} from ${variable ?? 'the environment'}`
      case 'settings':
        return `${wants}${end}, entered here`
      case 'none':
        return variable === null ? '' : `enter the ${wants}, or set ${variable}`
    }
  },
  keep: { address: 'Save address', key: 'Save key' },
  enter: { address: 'Enter an address', key: 'Enter a key' },
  field: ({ wants, name }: Service) => `${name} ${wants}`,
} as const
