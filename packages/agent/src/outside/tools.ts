import {
  fetchCall,
  fileCall,
  isJson,
  shellCall,
  talkCall,
  textCall,
  textOf,
  unknownCall,
  type Json,
  type OutsideCall,
} from './outside-call.ts'

/** Reads the arguments of one tool. Undefined: they are not what this tool takes, and the call is an unknown one. */
type ReadTool = (args: Json, cwd: string) => OutsideCall | undefined

const shell: ReadTool = (args, cwd) => {
  const command = commandOf(args)
  return command === undefined
    ? undefined
    : shellCall(command, textOf(args, 'directory', 'workdir', 'cwd') ?? cwd, args)
}
const path = (args: Json): string | undefined =>
  textOf(args, 'file_path', 'absolute_path', 'notebook_path', 'target_file', 'path', 'dir_path')
const reads =
  (tool: 'files.read' | 'files.list' | 'files.search'): ReadTool =>
  (args) =>
    fileCall(tool, [path(args) ?? '.'], args)
const write: ReadTool = (args) => {
  const file = path(args)
  const after = textOf(args, 'content', 'contents', 'new_source') ?? ''
  return file === undefined ? undefined : fileCall('files.write', [file], args, { before: null, after })
}
const edit: ReadTool = (args) => {
  const file = path(args)
  if (file === undefined) return undefined
  const edits = Array.isArray(args['edits']) ? args['edits'].filter(isJson) : [args]
  const join = (name: string) => edits.map((one) => textOf(one, name) ?? '').join('\n⋯\n')
  return fileCall('files.edit', [file], args, { before: join('old_string'), after: join('new_string') })
}
const remove: ReadTool = (args) => {
  const file = path(args)
  return file === undefined ? undefined : fileCall('files.delete', [file], args)
}
const fetch: ReadTool = (args) => {
  const url = textOf(args, 'url')
  if (url !== undefined) return fetchCall(url, args)
  const [first, second] = (textOf(args, 'prompt') ?? '').match(/https?:\/\/[^\s"'<>]+/g) ?? []
  return first === undefined || second !== undefined ? undefined : fetchCall(first, args)
}
const search: ReadTool = (args) => textCall('web_search', textOf(args, 'query', 'search_term') ?? '', args)
const subtask: ReadTool = (args) => textCall('run_subtask', textOf(args, 'description', 'prompt') ?? '', args)
const todo: ReadTool = (args) => textCall('todo_write', '', args)
const remember: ReadTool = (args) => textCall('memory_write', textOf(args, 'fact') ?? '', args)
const talk =
  (name: string): ReadTool =>
  (args) =>
    talkCall(name, args)

/** Tools of coding agents by the names that their documents give them. What is not here is unknown, and asks. */
const TOOLS: ReadonlyMap<string, ReadTool> = new Map<string, ReadTool>([
  ...(['Bash', 'Shell', 'shell', 'exec_command', 'run_shell_command'] as const).map((name) =>
    entry(name, shell),
  ),
  ...(['Read', 'NotebookRead', 'read_file', 'ReadFile'] as const).map((name) =>
    entry(name, reads('files.read')),
  ),
  ...(['LS', 'list_directory', 'ListDir'] as const).map((name) => entry(name, reads('files.list'))),
  ...(['Glob', 'Grep', 'glob', 'grep_search', 'search_file_content'] as const).map((name) =>
    entry(name, reads('files.search')),
  ),
  ...(['Write', 'write_file'] as const).map((name) => entry(name, write)),
  ...(['Edit', 'MultiEdit', 'StrReplace', 'replace'] as const).map((name) => entry(name, edit)),
  entry('NotebookEdit', write),
  entry('Delete', remove),
  entry('apply_patch', (args) => patchCall(commandOf(args) ?? textOf(args, 'patch', 'input'), args)),
  ...(['WebFetch', 'web_fetch'] as const).map((name) => entry(name, fetch)),
  ...(['WebSearch', 'google_web_search', 'web_search'] as const).map((name) => entry(name, search)),
  ...(['Task', 'Agent'] as const).map((name) => entry(name, subtask)),
  ...(
    ['TodoWrite', 'write_todos', 'update_plan', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet'] as const
  ).map((name) => entry(name, todo)),
  entry('save_memory', remember),
  ...(
    ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'Skill', 'SlashCommand', 'ToolSearch'] as const
  ).map((name) => entry(name, talk(name))),
  ...(['BashOutput', 'TaskOutput'] as const).map((name) =>
    entry(name, (args) => textCall('terminal.read', textOf(args, 'bash_id', 'task_id') ?? '', args)),
  ),
  ...(['KillShell', 'KillBash', 'TaskStop'] as const).map((name) =>
    entry(name, (args) => textCall('terminal.stop', textOf(args, 'shell_id', 'task_id') ?? '', args)),
  ),
])

/** What a tool of an outer agent would do. */
export function readTool(name: string, args: Json, cwd: string): OutsideCall {
  return TOOLS.get(name)?.(args, cwd) ?? unknownCall(name, args)
}

function entry(name: string, read: ReadTool): readonly [string, ReadTool] {
  return [name, read]
}

/** A command is a text, or words that are quoted so that they stay words. */
function commandOf(args: Json): string | undefined {
  const command = args['command'] ?? args['cmd']
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || command.length === 0) return undefined
  const words = command.filter((word) => typeof word === 'string')
  return words.length === command.length ? words.map(quoted).join(' ') : undefined
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

const PATCH_LINE = /^\*\*\* (Update File|Add File|Delete File|Move to): (.+)$/gm

/** A patch names its files in lines of its own; one that deletes is a deletion. */
function patchCall(patch: string | undefined, args: Json): OutsideCall | undefined {
  const lines = [...(patch ?? '').matchAll(PATCH_LINE)]
  const paths = lines.map(([, , file = '']) => file.trim())
  if (patch === undefined || paths.length === 0) return undefined
  const kinds = new Set(lines.map(([, kind]) => kind))
  if (kinds.has('Delete File')) return fileCall('files.delete', paths, args)
  if (kinds.has('Move to')) return fileCall('files.rename', paths, args)
  return fileCall('files.edit', paths, args, { before: '', after: patch })
}
