import type { StatusPart } from '@countersign/protocol'

const GROUPS: Readonly<Record<string, string>> = {
  server: 'Server',
  mcp: 'MCP servers',
  plugin: 'Plugins',
  module: 'Modules',
}

/** Of groups that are always named. */
const NONE: Readonly<Record<string, string>> = {
  mcp: 'No MCP server is on the list.',
  plugin: 'No plugin is installed.',
}

export const texts = {
  parts: 'The server and its parts',
  reached: 'This page is connected to the server.',
  away: 'This page is not connected. It tries again by itself.',
  version: (version: string) => `Version ${version}`,
  answered: (ms: string) => `It answered in ${ms}.`,
  states: { well: 'Well', off: 'Off', trouble: 'Trouble' } satisfies Readonly<
    Record<StatusPart['state'], string>
  >,
  groups: GROUPS,
  none: NONE,
  trouble: 'In trouble',
  noTrouble: 'Nothing is in trouble, and nothing failed to load.',
  places: 'What this server keeps',
  placesHint: (folder: string) =>
    `In ${folder}. What you bring, such as models and data sets, is kept there too.`,
  name: 'Name',
  size: 'Size',
  files: 'Files',
  atLeast: (words: string) => `at least ${words}`,
  loading: 'Asking the server…',
  summary: (reached: boolean, version: string) =>
    `the server is ${reached ? 'reachable' : 'not reachable'}, version ${version}`,
} as const
