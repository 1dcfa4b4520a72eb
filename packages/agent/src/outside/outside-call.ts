import { canonicalTool, toolFacts, type Specifier, type ToolFacts } from '@countersign/policy'
import type { CoreBody } from '@countersign/protocol'

/** A call that an outside agent wants to make, as the policy judges it and a person sees it. */
export interface OutsideCall {
  readonly tool: ToolFacts
  /** Verb and object for the card. */
  readonly title: string
  readonly specifier: Specifier
  readonly body: CoreBody
  /** The tool's description when it was last allowed, and now. */
  readonly change?: { readonly before: string; readonly after: string }
  /** Its arguments, unchanged. */
  readonly args: unknown
  /** Where it happens, if not in the folder of its agent. */
  readonly cwd?: string
}

/** Where an outside agent works. */
export interface OutsidePlace {
  /** `claude-code`, `codex`, … */
  readonly agent: string
  /** The agent's own name for its session. */
  readonly session: string
  readonly cwd: string
  readonly workspace: string
  /** The agent is in its own plan mode: nothing with an effect may happen. */
  readonly planning: boolean
}

export type Json = Readonly<Record<string, unknown>>

/** A command line. */
export function shellCall(command: string, cwd: string, args: Json): OutsideCall {
  return {
    tool: toolFacts('terminal.exec'),
    title: 'Run a command',
    specifier: { kind: 'shell', command },
    body: { kind: 'shell', command, cwd },
    args,
  }
}

export type FileTool =
  | 'files.read'
  | 'files.list'
  | 'files.search'
  | 'files.write'
  | 'files.edit'
  | 'files.rename'
  | 'files.delete'

const VERBS: Readonly<Record<FileTool, string>> = {
  'files.read': 'Read',
  'files.list': 'List',
  'files.search': 'Search',
  'files.write': 'Write',
  'files.edit': 'Edit',
  'files.rename': 'Rename',
  'files.delete': 'Delete',
}

/** Something done to files. `change` is shown as a diff. */
export function fileCall(
  tool: FileTool,
  paths: readonly string[],
  args: Json,
  change?: { readonly before: string | null; readonly after: string },
): OutsideCall {
  const [first = '.'] = paths
  const verb = VERBS[tool]
  const body: CoreBody =
    change === undefined
      ? { kind: 'path', action: verb.toLowerCase(), paths: [...paths] }
      : { kind: 'write', path: first, ...change, outside_workspace: false }
  return {
    tool: toolFacts(tool),
    title: `${verb} ${paths.length === 1 ? first : `${paths.length} files`}`,
    specifier: { kind: 'path', paths: paths.map((asked) => ({ asked })) },
    body,
    args,
  }
}

/** A page that is fetched. */
export function fetchCall(url: string, args: Json): OutsideCall {
  return {
    tool: toolFacts('web.fetch'),
    title: 'Fetch a page',
    specifier: { kind: 'url', url },
    body: { kind: 'url', method: 'GET', url },
    args,
  }
}

/** Any other tool of ours by its name, whose specifier is a text. */
export function textCall(tool: string, text: string, args: Json): OutsideCall {
  return named(toolFacts(tool), text, args)
}

/** An unknown tool of the outer agent: external, and asks unless a rule says otherwise. */
export function unknownCall(name: string, args: Json): OutsideCall {
  // A foreign tool with the name of one of ours is not ours, and two names never become one.
  const plain = canonicalTool(name)
    .replaceAll(/[^A-Za-z0-9_.-]/g, '_')
    .slice(0, 100)
  const own = plain === canonicalTool(name) ? plain : `${plain}_${fingerprint(name)}`
  const known = toolFacts(own)
  const facts: ToolFacts =
    known.category === 'external' && known.kind === 'text'
      ? known
      : { name: `outside.${own}`, category: 'external', destructive: false, editSafe: false, kind: 'text' }
  return named(facts, short(JSON.stringify(args)), args)
}

/** The tool that represents all talk. */
export const TALK = 'outside.talk'

/** Talk between the outer agent and its person: questions, plans, its to-do list. It has no effect. */
export function talkCall(name: string, args: Json): OutsideCall {
  const facts: ToolFacts = {
    name: TALK,
    category: 'read',
    destructive: false,
    editSafe: false,
    kind: 'text',
  }
  return named(facts, name, args)
}

function named(tool: ToolFacts, text: string, args: Json): OutsideCall {
  return {
    tool,
    title: `Use ${tool.name}`,
    specifier: { kind: 'text', text },
    body: { kind: 'arguments', entries: entriesOf(args) },
    args,
  }
}

/** A short hash of a name, so that names that look alike once cleaned stay distinct. */
function fingerprint(name: string): string {
  let hash = 0x811c9dc5
  for (const unit of new TextEncoder().encode(name)) hash = Math.imul(hash ^ unit, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function entriesOf(args: Json): { name: string; value: string; json?: true }[] {
  return Object.entries(args).map(([name, value]) =>
    typeof value === 'string' ? { name, value } : { name, value: JSON.stringify(value), json: true },
  )
}

function short(text: string): string {
  return text.length <= 2000 ? text : `${text.slice(0, 2000)}…`
}

/** The field as a text, if it is one. */
export function textOf(json: Json, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
