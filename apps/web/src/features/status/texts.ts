import type { StatusPart } from '@countersign/protocol'

const GROUPS: Readonly<Record<string, string>> = {
  server: 'Server',
  mcp: 'MCP servers',
  plugin: 'Plugins',
  module: 'Modules',
  collections: 'Reading documents',
}

/** For groups that are always listed. */
const NONE: Readonly<Record<string, string>> = {
  mcp: 'No MCP servers.',
  plugin: 'No plugins installed.',
}

export const texts = {
  parts: 'The server and its parts',
  reached: 'This page is connected to the server.',
  away: 'This page is not connected. It keeps trying.',
  version: (version: string) => `Version ${version}`,
  answered: (ms: string) => `It answered in ${ms}.`,
  states: { well: 'OK', off: 'Off', trouble: 'Problem' } satisfies Readonly<
    Record<StatusPart['state'], string>
  >,
  groups: GROUPS,
  none: NONE,
  trouble: 'Problems',
  noTrouble: 'No problems: everything loaded.',
  places: 'What this server stores',
  placesHint: (folder: string) => `In ${folder}. Models and data sets that you add are stored there too.`,
  brought: 'What you added',
  broughtHint: 'Browsers, models and OCR data in the data folder. You can add them again later.',
  noneBrought: 'Nothing yet: no browser, no model, no OCR data.',
  remove: 'Remove',
  removeName: (name: string) => `Remove ${name}`,
  removeAsk: (name: string) => `Remove ${name} from the data folder?`,
  name: 'Name',
  size: 'Size',
  files: 'Files',
  atLeast: (words: string) => `at least ${words}`,
  loading: 'Asking the server…',
  summary: (reached: boolean, version: string) =>
    `the server is ${reached ? 'reachable' : 'not reachable'}, version ${version}`,
} as const
