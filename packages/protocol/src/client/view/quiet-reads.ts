import type { CallView } from '../../calls.ts'

/** So many reads in a row become one line, in every client. */
export const FOLD_READS_FROM = 3

/** Tools that only look. What is not here is never folded away. */
const READS: ReadonlySet<string> = new Set([
  'files.list',
  'files.read',
  'files.search',
  'terminal.list',
  'terminal.read',
  'memory_list',
  'memory_read',
  'web_search',
  'list_nodes',
  'get_node',
  'list_workflows',
  'get_workflow',
  'list_collections',
  'search_collections',
  'query_collection',
  'list_tool_groups',
  'load_tools',
  'list_open_panes',
  'get_pane_context',
])

/** A look that went well: it may stand in one line with others of its tool. */
export function isQuietRead({ tool, state }: Pick<CallView, 'tool' | 'state'>): boolean {
  return state === 'succeeded' && READS.has(tool)
}
