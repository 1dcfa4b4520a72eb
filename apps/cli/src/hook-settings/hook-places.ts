import { HOOK_FACTS, type HookAgent } from '@countersign/agent/hooks'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonDialect } from './json-text.ts'

/** An agent's configuration: its file, the events before a tool runs, and their format. */
export interface HookPlace extends JsonDialect {
  readonly file: string
  readonly events: readonly string[]
  /** The value of an event. */
  entry(command: string): Json
  /** Seconds that the agent waits for a hook, according to its entry; undefined: it does not say. */
  timeoutOf(handler: Json): number | undefined
  /** Handlers are in groups with a matcher. */
  readonly grouped: boolean
  /** Other fields that the file must have. */
  readonly base: Json
  /** The default file. */
  readonly holds: Where
  /** The shell with which the agent runs the command, including the words before it. */
  shell(env: NodeJS.ProcessEnv): readonly [string, string]
  /** Notes for the person. */
  readonly words: Readonly<Record<Where, string>>
}

/** In the folder of a project, or for all projects of a person. */
export type Where = 'project' | 'user'

export type Json = Readonly<Record<string, unknown>>

/** The hook timeout in an agent's settings, in seconds. */
export const TIMEOUT = 600

const sh = () => ['/bin/sh', '-c'] as const

const grouped = (
  file: string,
  events: readonly string[],
  { matcher, unit, more = {} }: { readonly matcher: string; readonly unit: number; readonly more?: Json },
) => ({
  file,
  events,
  grouped: true,
  comments: false,
  base: {},
  holds: 'project' as const,
  shell: sh,
  entry: (command: string) => ({
    matcher,
    hooks: [{ type: 'command', command, timeout: TIMEOUT * unit, ...more }],
  }),
  timeoutOf: ({ timeout }: Json) => (typeof timeout === 'number' ? timeout / unit : undefined),
})

const CLAUDE = 'New sessions ask here first. `disableAllHooks` in any of its settings turns that off.'
const CODEX =
  'Codex does not run it until you have trusted it: start `codex`, type `/hooks`, and trust it. Until then its calls run without asking here, with no warning. It forgets the trust when the command, its timeout or its place in the file changes.'
const CURSOR =
  'Restart Cursor. This follows its documentation and has not been tested: check that it asks before you rely on it.'

/** Agents whose hooks are in a settings file. OpenCode has a plugin instead. */
export type FileAgent = Exclude<HookAgent, 'opencode'>

export const HOOK_PLACES: Readonly<Record<FileAgent, HookPlace>> = {
  'claude-code': {
    ...grouped('.claude/settings.json', ['PreToolUse'], {
      matcher: '*',
      unit: 1,
      // Supported from 2.1.295 on: a hook that is killed or late blocks too.
      more: { onFailure: 'block' },
    }),
    words: { project: CLAUDE, user: CLAUDE },
  },
  codex: {
    ...grouped('.codex/hooks.json', ['PreToolUse', 'PermissionRequest'], { matcher: '.*', unit: 1 }),
    shell: (env) => [env['SHELL'] || '/bin/sh', '-lc'],
    words: { project: `${CODEX} The project must be trusted, too.`, user: CODEX },
  },
  gemini: {
    ...grouped('.gemini/settings.json', ['BeforeTool'], { matcher: '.*', unit: 1000 }),
    comments: true,
    holds: 'user',
    shell: () => ['bash', '-c'],
    words: {
      project:
        'Gemini CLI runs the hooks of a project only in a folder that it trusts, and ignores them under `--skip-trust`: calls then run without asking here. Without `--project` it is written where it always applies.',
      user: 'New sessions ask here first, in every folder.',
    },
  },
  cursor: {
    file: '.cursor/hooks.json',
    events: ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'],
    grouped: false,
    comments: false,
    base: { version: 1 },
    holds: 'project',
    shell: sh,
    entry: (command) => ({ command, timeout: TIMEOUT, failClosed: true }),
    timeoutOf: ({ timeout }) => (typeof timeout === 'number' ? timeout : undefined),
    words: { project: CURSOR, user: CURSOR },
  },
}

export function nameOf(agent: HookAgent): string {
  return HOOK_FACTS[agent].name
}

export function pathOf(agent: FileAgent, where: Where): string {
  return join(where === 'user' ? homedir() : resolve('.'), HOOK_PLACES[agent].file)
}

/**
 * Exactly the program that runs now: a hook starts without the person's shell settings. Agents continue if a hook fails with any code but
 * 2: a missing program must block too.
 */
export function commandLine(agent: FileAgent, env: NodeJS.ProcessEnv = process.env): string {
  const program = fileURLToPath(new URL('../../bin/countersign.mjs', import.meta.url))
  const home = env['COUNTERSIGN_HOME'] ? `COUNTERSIGN_HOME=${quoted(resolve(env['COUNTERSIGN_HOME']))} ` : ''
  return `${home}${quoted(process.execPath)} ${quoted(program)} hook --agent ${agent} --timeout ${TIMEOUT} || exit 2`
}

/** Quotes a word for a shell. */
export function quoted(path: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}

/** One of our handlers in a file. */
export interface OurHandler {
  readonly event: string
  /** The position of its entry below the event. */
  readonly at: number
  /** Its position in its group; undefined: it is the only one there. */
  readonly inGroup: number | undefined
  readonly handler: Json
  readonly command: string
}

/** Undefined: the hooks have another form than the agent's documents say. */
export function ourHandlers(settings: unknown, place: HookPlace): readonly OurHandler[] | undefined {
  if (!isObject(settings)) return undefined
  const hooks = settings['hooks'] ?? {}
  if (!isObject(hooks)) return undefined
  const found: OurHandler[] = []
  for (const event of place.events) {
    const entries: unknown = hooks[event] ?? []
    if (!Array.isArray(entries)) return undefined
    for (const [at, entry] of listOf(entries).entries()) {
      const handlers = place.grouped ? listOf(isObject(entry) ? entry['hooks'] : []) : [entry]
      const alone = handlers.length === 1
      for (const [inGroup, handler] of handlers.entries()) {
        const command = isObject(handler) ? handler['command'] : undefined
        if (!isObject(handler) || typeof command !== 'string' || !OURS.test(command)) continue
        found.push({ event, at, inGroup: alone ? undefined : inGroup, handler, command })
      }
    }
  }
  return found
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [] // of whatever there is
}

/** Recognises our hook in a command line, whatever is around it. */
const OURS = /countersign(\.mjs)?['"]? hook\b/

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
