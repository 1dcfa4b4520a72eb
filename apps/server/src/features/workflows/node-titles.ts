/** Display names of the tools that workflows use as nodes. */
const TITLES: Readonly<Record<string, string>> = {
  'agent.run': 'Run an agent',
  'changes.list': 'List changes',
  'files.create': 'Create a file or folder',
  'files.delete': 'Delete a file',
  'files.edit': 'Edit a file',
  'files.list': 'List files',
  'files.read': 'Read a file',
  'files.rename': 'Rename a file',
  'files.search': 'Search files',
  'files.write': 'Write a file',
  'http.request': 'HTTP request',
  'llm.classify': 'Classify with a model',
  'llm.extract': 'Extract with a model',
  'llm.generate': 'Ask a model',
  'notify.person': 'Notify me',
  'terminal.exec': 'Run a command',
  'terminal.list': 'List running commands',
  'terminal.read': 'Read the output of a command',
  'terminal.stop': 'Stop a command',
  'web.fetch': 'Fetch a page',
  browser: 'Use a browser',
  forget: 'Forget',
  generate_image: 'Generate an image',
  generate_speech: 'Generate speech',
  list_collections: 'List collections',
  memory_list: 'List notes of this run',
  memory_read: 'Read a note of this run',
  memory_write: 'Keep a note for this run',
  query_collection: 'Ask a collection',
  remember: 'Remember',
  search_collections: 'Search collections',
  web_search: 'Search the web',
}

export function nodeTitle(tool: string): string {
  return TITLES[tool] ?? /^mcp__.+?__(.+)$/.exec(tool)?.[1] ?? tool
}
