import { z } from 'zod'
import type { Call } from '../call/call.ts'
import type { PromptTool } from '../provider.ts'
import { promptList } from './prompt-tools.ts'
import { defineTool, type Tool } from './tool.ts'
import type { Toolbelt } from './toolbelt.ts'

export const LOAD_TOOLS = 'load_tools'

/** The tools with one prefix. */
export interface ToolGroup {
  readonly name: string
  readonly tools: readonly Tool[]
}

/** The group of a tool: the part before the dot, the server of an MCP tool, or `core`. */
export function groupOf(name: string): string {
  const server = /^mcp__(.+?)__/.exec(name)
  if (server) return `mcp__${server[1]}`
  const dot = name.indexOf('.')
  return dot > 0 ? name.slice(0, dot) : 'core'
}

/** The groups that a model sees only once it asks for them, in the order of their names. */
export function groupsOnRequest(tools: readonly Tool[]): readonly ToolGroup[] {
  const groups = Map.groupBy(
    tools.filter((tool) => tool.onRequest),
    (tool) => groupOf(tool.name),
  )
  return [...groups]
    .map(([name, members]) => ({ name, tools: members }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Which tools of a belt one agent sees. A small core is visible from the start; the others appear in groups when the agent loads them. The
 * visible tools are computed at every step, so new tools appear too. A tool can be called without being visible: the gate decides about
 * every call.
 */
export class Disclosure {
  readonly #belt: Toolbelt
  readonly #all: boolean
  readonly #loaded = new Set<string>()
  #shown:
    | { readonly from: readonly Tool[]; readonly loaded: number; readonly prompt: readonly PromptTool[] }
    | undefined

  /** `all`: everything is visible, for an agent whose tools were listed by name. */
  constructor(belt: Toolbelt, options: { readonly all: boolean }) {
    this.#belt = belt
    this.#all = options.all
  }

  groups(): readonly (ToolGroup & { readonly loaded: boolean })[] {
    return groupsOnRequest(this.#belt.all()).map((group) => ({
      ...group,
      loaded: this.#loaded.has(group.name),
    }))
  }

  load(groups: readonly string[]): void {
    for (const group of groups) this.#loaded.add(group)
  }

  /** The tools that the model sees at this step: the same array until something changes. */
  prompt(belt: Toolbelt): readonly PromptTool[] {
    const { all: from, prompt: all } = belt.now()
    if (this.#all) return all
    if (this.#shown?.from === from && this.#shown.loaded === this.#loaded.size) return this.#shown.prompt
    const prompt = this.#loaded.size === 0 ? shownAtFirst(from, all) : without(from, all, this.#loaded)
    this.#shown = { from, loaded: this.#loaded.size, prompt }
    return prompt
  }
}

/** The visible tools before anything is loaded; parallel agents share the list. */
const atFirst = new WeakMap<readonly Tool[], readonly PromptTool[]>()

function shownAtFirst(tools: readonly Tool[], all: readonly PromptTool[]): readonly PromptTool[] {
  const known = atFirst.get(tools)
  if (known) return known
  const shown = without(tools, all, new Set())
  atFirst.set(tools, shown)
  return shown
}

/** All tools except those on request that were not loaded. */
function without(
  tools: readonly Tool[],
  all: readonly PromptTool[],
  loadedGroups: ReadonlySet<string>,
): readonly PromptTool[] {
  const hidden = new Set(
    tools.filter((tool) => tool.onRequest && !loadedGroups.has(groupOf(tool.name))).map((tool) => tool.name),
  )
  return hidden.size === 0 ? all : promptList(all.filter((tool) => !hidden.has(tool.name)))
}

const SHARED = {
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'knowledge',
  repeat: 'safe',
  parallelSafe: true,
} as const

const NoInput = z.object({})
const Groups = z.object({
  groups: z.array(z.string().min(1).max(200)).min(1).max(50).describe('Names from `list_tool_groups`.'),
})

/** The tools with which agents load more tools. `of`: the disclosure of the calling agent. */
export function disclosureTools(of: (call: Call) => Disclosure): readonly Tool[] {
  return [
    defineTool({
      ...SHARED,
      name: 'list_tool_groups',
      description: 'Lists groups of additional tools that `load_tools` can load.',
      input: NoInput,
      specifier: { kind: 'text', template: '' },
      title: () => 'List groups of tools',
      inspect: () =>
        Promise.resolve({
          specifier: { kind: 'text', text: '' },
          body: { kind: 'arguments', entries: [] },
          targets: [],
        }),
      run: (_input, { call }) => Promise.resolve({ ok: true, text: listed(of(call)) }),
    }),
    defineTool({
      ...SHARED,
      name: LOAD_TOOLS,
      description: 'Loads groups of tools, available from the next step on.',
      input: Groups,
      specifier: { kind: 'text', template: '{groups}' },
      title: ({ groups }) => `Load tools: ${groups.join(', ')}`,
      inspect: ({ groups }) =>
        Promise.resolve({
          specifier: { kind: 'text', text: groups.join(', ') },
          body: { kind: 'arguments', entries: [{ name: 'groups', value: groups.join(', ') }] },
          targets: [],
        }),
      run: ({ groups }, { call }) => Promise.resolve(loaded(of(call), groups)),
    }),
  ]
}

function listed(disclosure: Disclosure): string {
  const groups = disclosure.groups()
  if (groups.length === 0) return 'There are no more tools: you see all of them.'
  return groups
    .map(({ name, tools, loaded: there }) => {
      const names = tools.map((tool) => tool.name).join(', ')
      return `${name} (${tools.length}${there ? ', loaded' : ''}): ${names}`
    })
    .join('\n')
}

function loaded(disclosure: Disclosure, wanted: readonly string[]) {
  const groups = disclosure.groups()
  const unknown = wanted.filter((name) => !groups.some((group) => group.name === name))
  if (unknown.length > 0) {
    const known = groups.map((group) => `\`${group.name}\``).join(', ')
    const text = `there is no group \`${unknown.join('`, `')}\`; ${known === '' ? 'there are none' : `the groups are ${known}`}`
    return { ok: false, code: 'bad_arguments', text } as const
  }
  disclosure.load(wanted)
  const lines = groups
    .filter((group) => wanted.includes(group.name))
    .flatMap((group) => group.tools.map((tool) => `- ${tool.name}: ${tool.description}`))
  return { ok: true, text: `Loaded:\n${lines.join('\n')}` } as const
}
