import { argument } from '../../command/argument.ts'
import { defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { json } from '../json-option.ts'

const list = defineCliCommand({
  name: 'list',
  summary: 'list the services; the active one is marked',
  needs: 'server',
  isDefault: true,
  options: { json },
  run: async ({ options }) => (await import('./search.ts')).listSearch(options),
})

const set = defineCliCommand({
  name: 'set',
  summary: 'store a key (or the address of SearXNG) from standard input',
  needs: 'server',
  arguments: { service: argument('searxng, brave or tavily') },
  options: { json },
  run: async ({ args, options }) => (await import('./search.ts')).setSearch(args.service, options),
})

const remove = defineCliCommand({
  name: 'remove',
  summary: 'forget a stored key or address',
  needs: 'server',
  arguments: { service: argument() },
  options: { json },
  run: async ({ args, options }) => (await import('./search.ts')).removeSearch(args.service, options),
})

const use = defineCliCommand({
  name: 'use',
  summary: 'choose the active service',
  needs: 'server',
  arguments: { service: argument('searxng, brave, tavily, or any') },
  options: { json },
  run: async ({ args, options }) => (await import('./search.ts')).useSearch(args.service, options),
})

export const search = defineCliGroup({
  name: 'search',
  summary: 'set up web search for the agent',
  commands: [list, set, remove, use],
})
