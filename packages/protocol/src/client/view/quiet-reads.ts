import type { CallView } from '../../calls.ts'

/** This many reads in a row are folded into one line, in every client. */
export const FOLD_READS_FROM = 3

/** Tools that only read. All others are never folded. */
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

/** A successful read: it may share one line with others of its tool. */
export function isQuietRead({ tool, state }: Pick<CallView, 'tool' | 'state'>): boolean {
  return state === 'succeeded' && READS.has(tool)
}
