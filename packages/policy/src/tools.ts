import { ADDRESS_BUILTINS } from './builtins.ts'
import type { SpecifierKind, ToolFacts } from './model/call.ts'

const UI_PROPOSALS =
  'open_workflow get_graph search_nodes select add_node update_node_data set_node_title connect_nodes delete_edge delete_node move_node paste layout discard'.split(
    ' ',
  )

/** Facts of a built-in tool, known without running it. */
export interface BuiltinTool extends ToolFacts {
  /** Inspection makes some of its calls destructive; without one, a call is judged as the ordinary call, which is not. */
  readonly mayBeDestructive?: true
}

const TOOLS: readonly BuiltinTool[] = [
  file('files.list', 'read'),
  file('files.read', 'read'),
  file('files.search', 'read'),
  file('files.create', 'edit'),
  file('files.write', 'edit'),
  file('files.edit', 'edit'),
  file('files.rename', 'write'),
  { ...file('files.delete', 'write'), destructive: true },
  file('editor.open', 'read'),
  file('editor.diagnostics', 'read'),
  file('editor.applyEdit', 'edit'),
  file('editor.save', 'edit'),
  // It shows a change so that a person looks at it: nobody else can answer.
  { ...file('editor.proposeEdit', 'edit'), asks: 'always' as const },
  text('layout.list', 'read'),
  text('layout.open', 'read'),
  text('layout.split', 'read'),
  text('layout.move', 'read'),
  text('layout.focus', 'read'),
  text('layout.close', 'read'),
  text('layout.switch', 'read'),
  // Proposals on a canvas change nothing before they are applied.
  ...UI_PROPOSALS.map((name) => text(`ui_${name}`, 'read')),
  { ...text('ui_apply', 'write'), editSafe: true },
  text('ui_save_version', 'write'),
  text('changes.list', 'read'),
  text('observability.query', 'read'),
  text('observability.clear', 'write'),
  text('terminal.list', 'read'),
  text('terminal.read', 'read'),
  { ...text('terminal.exec', 'execute'), kind: 'shell' as const },
  // Text typed into a running process is not a command that could be judged: no rule covers it.
  { ...text('terminal.input', 'execute'), asks: 'always' as const },
  text('terminal.stop', 'execute'),
  { ...text('web.fetch', 'external'), kind: 'url' as const },
  { ...text('http.request', 'external'), kind: 'url' as const },
  text('web_search', 'read'),
  // Only the page tells which element pays or deletes.
  { ...text('browser', 'external'), kind: 'url' as const, mayBeDestructive: true },
  text('todo_write', 'read'),
  text('memory_list', 'read'),
  text('memory_read', 'read'),
  // Scratch memory of a turn: nothing outside the turn changes.
  text('memory_write', 'read'),
  // Memories about a person outlive the chat.
  text('remember', 'write'),
  text('forget', 'write'),
  text('list_tool_groups', 'read'),
  text('load_tools', 'read'),
  text('list_open_panes', 'read'),
  text('get_pane_context', 'read'),
  text('list_nodes', 'read'),
  text('get_node', 'read'),
  text('list_workflows', 'read'),
  text('get_workflow', 'read'),
  text('plan_workflow', 'read'),
  text('build_workflow', 'read'),
  text('list_collections', 'read'),
  text('search_collections', 'read'),
  text('query_collection', 'read'),
  text('generate_image', 'write'),
  text('generate_speech', 'write'),
  text('run_node', 'execute'),
  text('run_workflow', 'execute'),
  // With another model than the chat's they send text elsewhere: their inspection says so.
  text('llm.generate', 'external'),
  text('llm.extract', 'external'),
  text('llm.classify', 'external'),
  text('run_subtask', 'read'),
  text('agent.run', 'read'),
  { ...text('notify.person', 'write'), editSafe: true },
  text('finish_subtask', 'read'),
]

/** Facts of the built-in tools, as far as policy needs them. What is not here is external. */
export const BUILTIN_TOOLS: ReadonlyMap<string, BuiltinTool> = new Map(
  TOOLS.map((facts) => [facts.name, facts]),
)

/** Other systems' names, accepted in rules and calls. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['read_file', 'files.read'],
  ['write_file', 'files.write'],
  ['bash', 'terminal.exec'],
  ['google_search', 'web_search'],
  ['open_pane', 'layout.open'],
  ['split_pane', 'layout.split'],
  ['move_pane', 'layout.move'],
  ['focus_pane', 'layout.focus'],
  ['close_pane', 'layout.close'],
  ['switch_workspace', 'layout.switch'],
])

/** The canonical name of a tool. */
export function canonicalTool(name: string): string {
  return ALIASES.get(name) ?? name
}

/** Facts of a tool by name; an undeclared tool is external, with its text as specifier. */
export function toolFacts(name: string): ToolFacts {
  const canonical = canonicalTool(name)
  return BUILTIN_TOOLS.get(canonical) ?? text(canonical, 'external')
}

/** The kind of a tool's specifier, if its name determines it: rules are checked with it. */
export function kindOfTool(name: string): SpecifierKind | undefined {
  const known = BUILTIN_TOOLS.get(name)
  if (known !== undefined) return known.kind
  if (ADDRESS_BUILTINS.has(name)) return 'url'
  if (/^(?:files|editor)\.[^*]*\*/.test(name)) return 'path'
  return undefined
}

function file(name: string, effect: 'read' | 'edit' | 'write'): ToolFacts {
  const category = effect === 'read' ? 'read' : 'write'
  return { name, category, destructive: false, editSafe: effect === 'edit', kind: 'path' }
}

function text(name: string, category: ToolFacts['category']): ToolFacts {
  return { name, category, destructive: false, editSafe: false, kind: 'text' }
}
