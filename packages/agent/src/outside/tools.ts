import { resolve } from 'node:path'
import { AGENT_TOOLS } from './agent-tools.ts'
import { HOOK_AGENTS, type HookAgent } from './agents.ts'
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

/** Reads the arguments of one tool. Undefined: they do not fit this tool, and the call is unknown. */
type ReadTool = (args: Json, cwd: string) => OutsideCall | undefined

const COMMANDS = ['command', 'cmd']
const FOLDERS = ['directory', 'workdir', 'cwd', 'dir_path', 'working_directory']
const PATHS = ['file_path', 'absolute_path', 'notebook_path', 'target_file', 'path', 'dir_path']
const PATCHES = [...COMMANDS, 'patch', 'input']

const shell: ReadTool = (args, cwd) => {
  const command = commandOf(args)
  const folder = folderOf(args, cwd)
  if (command === undefined || folder === undefined) return undefined
  return { ...shellCall(command, folder, args), cwd: folder }
}
const reads =
  (tool: 'files.read' | 'files.list' | 'files.search', ...globs: readonly string[]): ReadTool =>
  (args) => {
    const named = pathsOf(args)
    if (named === undefined) return undefined
    const paths = [...named, ...searched(args, globs)]
    return fileCall(tool, paths.length === 0 ? ['.'] : paths, args)
  }
const write: ReadTool = (args) => {
  const files = pathsOf(args)
  const after = textOf(args, 'content', 'contents', 'new_source') ?? ''
  return files === undefined || files.length === 0
    ? undefined
    : fileCall('files.write', files, args, { before: null, after })
}
const edit: ReadTool = (args) => {
  const edits = Array.isArray(args['edits']) ? args['edits'] : [args]
  const inside = edits.map((one: unknown) => (isJson(one) ? pathsOf(one) : undefined))
  const own = pathsOf(args)
  if (own === undefined || inside.includes(undefined)) return undefined
  const files = [...new Set([...own, ...inside.flatMap((paths) => paths ?? [])])]
  if (files.length === 0) return undefined
  const join = (name: string) =>
    edits.map((one) => (isJson(one) ? textOf(one, name) : '') ?? '').join('\n⋯\n')
  return fileCall('files.edit', files, args, { before: join('old_string'), after: join('new_string') })
}
const remove: ReadTool = (args) => {
  const files = pathsOf(args)
  return files === undefined || files.length === 0 ? undefined : fileCall('files.delete', files, args)
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
const remember: ReadTool = (args) => textCall('remember', textOf(args, 'fact') ?? '', args)
const output: ReadTool = (args) =>
  textCall('terminal.read', textOf(args, 'bash_id', 'task_id', 'pid') ?? '', args)
/** A command whose output is watched. Any other target makes the call unknown. */
const monitor: ReadTool = (args, cwd) => (present(args, ['ws']).length > 0 ? undefined : shell(args, cwd))
const talk =
  (name: string): ReadTool =>
  (args) =>
    talkCall(name, args)

/** Tools for files, commands and the web by the names that coding agents give them. All other names are unknown, and ask. */
const TOOLS: ReadonlyMap<string, ReadTool> = new Map<string, ReadTool>([
  ...(['Bash', 'Shell', 'shell', 'exec_command', 'run_shell_command'] as const).map((name) =>
    entry(name, shell),
  ),
  ...(['Read', 'NotebookRead', 'read_file', 'ReadFile'] as const).map((name) =>
    entry(name, reads('files.read')),
  ),
  ...(['LS', 'list_directory', 'ListDir'] as const).map((name) => entry(name, reads('files.list'))),
  ...(['Glob', 'glob'] as const).map((name) => entry(name, reads('files.search', 'pattern'))),
  ...(['Grep', 'grep_search', 'search_file_content'] as const).map((name) =>
    entry(name, reads('files.search', 'glob', 'include', 'include_pattern')),
  ),
  ...(['Write', 'write_file'] as const).map((name) => entry(name, write)),
  ...(['Edit', 'MultiEdit', 'StrReplace', 'replace'] as const).map((name) => entry(name, edit)),
  entry('NotebookEdit', write),
  entry('Delete', remove),
  entry('apply_patch', patchCall),
  ...(['WebFetch', 'web_fetch'] as const).map((name) => entry(name, fetch)),
  ...(['WebSearch', 'google_web_search', 'web_search'] as const).map((name) => entry(name, search)),
  ...(['Task', 'Agent'] as const).map((name) => entry(name, subtask)),
  ...(
    ['TodoWrite', 'write_todos', 'update_plan', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet'] as const
  ).map((name) => entry(name, todo)),
  ...(['BashOutput', 'TaskOutput'] as const).map((name) => entry(name, output)),
  entry('save_memory', remember),
  ...(['KillShell', 'KillBash', 'TaskStop'] as const).map((name) =>
    entry(name, (args) => textCall('terminal.stop', textOf(args, 'shell_id', 'task_id') ?? '', args)),
  ),
])

/** Tools that only one agent has. */
const OWN_TOOLS: ReadonlyMap<HookAgent, ReadonlyMap<string, ReadTool>> = new Map(
  HOOK_AGENTS.map((agent) => {
    const own = AGENT_TOOLS[agent]
    const tools = new Map<string, ReadTool>([
      ...own.talk.map((name) => entry(name, talk(name))),
      ...(own.subtasks ?? []).map((name) => entry(name, subtask)),
      ...(own.reads ?? []).map((name) => entry(name, reads('files.read'))),
      ...(own.outputs ?? []).map((name) => entry(name, output)),
      ...(own.commands ?? []).map((name) => entry(name, monitor)),
    ])
    return [agent, tools] as const
  }),
)

/** Describes a call of an outer agent's tool. Without an agent, only the names that agents share are known. */
export function readTool(name: string, args: Json, cwd: string, agent?: HookAgent): OutsideCall {
  const own = agent === undefined ? undefined : OWN_TOOLS.get(agent)?.get(name)
  return (own ?? TOOLS.get(name))?.(args, cwd) ?? unknownCall(name, args)
}

function entry(name: string, read: ReadTool): readonly [string, ReadTool] {
  return [name, read]
}

/** The names that have any value at all. */
function present(args: Json, names: readonly string[]): readonly string[] {
  return names.filter((name) => Object.hasOwn(args, name) && args[name] !== undefined && args[name] !== null)
}

/** Every path in the arguments, because it is unknown which of several the agent uses. Undefined: one of them is not a string. */
function pathsOf(args: Json): readonly string[] | undefined {
  const values = present(args, PATHS).map((name) => args[name])
  return values.every((value) => typeof value === 'string' && value !== '') ? (values as string[]) : undefined // the test before checked each one
}

/** Paths that a search names besides its folder: the start of its pattern, and files that it is limited to. */
function searched(args: Json, globs: readonly string[]): readonly string[] {
  return present(args, globs)
    .map((name) => args[name])
    .filter((value) => typeof value === 'string')
    .map((value) => value.replace(/^!/, ''))
    .map((value) =>
      /[*?[{]/.test(value) ? value.slice(0, value.search(/[*?[{]/)).replace(/[^/]*$/, '') : value,
    )
    .filter((value) => value !== '' && /^[^\s()|\\^$+]+$/.test(value))
}

/** The folder in which a command runs; undefined: there are several, or it is not a string. */
function folderOf(args: Json, cwd: string): string | undefined {
  const names = present(args, FOLDERS)
  const [first] = names
  if (first === undefined) return cwd
  const folder = args[first]
  return names.length === 1 && typeof folder === 'string' ? resolve(cwd, folder) : undefined
}

/** A command is a text, or words, which are quoted to stay separate. Undefined: there is none, or more than one. */
function commandOf(args: Json): string | undefined {
  const names = present(args, COMMANDS)
  const command = names.length === 1 ? args[names[0] ?? ''] : undefined
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || command.length === 0) return undefined
  const words = command.filter((word) => typeof word === 'string')
  return words.length === command.length ? words.map(quoted).join(' ') : undefined
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

const PATCH_FILE = /^\*\*\* (Update File|Add File|Delete File|Move to): (.+)$/su
const PATCH_FRAME = /^\*\*\* (Begin Patch|End Patch|End of File)$/

/**
 * A patch names its files in header lines; one that deletes a file is a deletion. A line that only looks like a header makes the whole call
 * unknown.
 */
function patchCall(args: Json, cwd: string): OutsideCall | undefined {
  const names = present(args, PATCHES)
  const patch = names.length === 1 ? args[names[0] ?? ''] : undefined
  const folder = folderOf(args, cwd)
  if (typeof patch !== 'string' || folder === undefined) return undefined
  const marked = patch
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('***') && !PATCH_FRAME.test(line))
  const files = marked.map((line) => PATCH_FILE.exec(line))
  if (files.length === 0 || files.includes(null)) return undefined
  const paths = files.map((found) => resolve(folder, found?.[2] ?? ''))
  const kinds = new Set(files.map((found) => found?.[1]))
  if (kinds.has('Delete File')) return fileCall('files.delete', paths, args)
  if (kinds.has('Move to')) return fileCall('files.rename', paths, args)
  return fileCall('files.edit', paths, args, { before: '', after: patch })
}
