import type { HookAgent } from '@countersign/agent/hooks'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { diff } from 'node:util'
import { installOpencodePlugin } from './hook-opencode.ts'
import { complain, print } from './output.ts'

export interface InstallOptions {
  readonly agent: HookAgent
  /** For every project of this person, not for this one alone. */
  readonly user?: boolean
  readonly yes?: boolean
  readonly remove?: boolean
}

type Json = Record<string, unknown>

/** How an agent is told to ask: its file, and the events that come before a tool runs. */
interface Place {
  readonly file: string
  readonly events: readonly string[]
  entry(command: string): Json
  /** Fields that the file must have besides. */
  readonly base: Json
}

/** Seconds that an outer agent waits for its hook: longer than a card waits by default. */
const PATIENCE = 600

const grouped = (file: string, events: readonly string[], timeout: number, matcher: string): Place => ({
  file,
  events,
  entry: (command) => ({ matcher, hooks: [{ type: 'command', command, timeout }] }),
  base: {},
})

const PLACES: Readonly<Record<Exclude<HookAgent, 'opencode'>, Place>> = {
  'claude-code': grouped('.claude/settings.json', ['PreToolUse'], PATIENCE, '*'),
  codex: grouped('.codex/hooks.json', ['PreToolUse', 'PermissionRequest'], PATIENCE, '.*'),
  gemini: grouped('.gemini/settings.json', ['BeforeTool'], PATIENCE * 1000, '.*'),
  cursor: {
    file: '.cursor/hooks.json',
    events: ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile'],
    entry: (command) => ({ command }),
    base: { version: 1 },
  },
}

/** Writes (or takes out) the hook in an agent's own configuration, after it has shown what changes. */
export async function installHook(options: InstallOptions): Promise<number> {
  if (options.agent === 'opencode') return installOpencodePlugin(options)
  const place = PLACES[options.agent]
  const path = join(options.user === true ? homedir() : resolve('.'), place.file)
  const before = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw cause
  })
  const settings = parse(before)
  if (settings === undefined)
    return complain(`\`${path}\` is not plain JSON; add the hook by hand, or repair the file first`)
  const changed = change(settings, place, options)
  if (changed === undefined) return complain(`\`${path}\` has \`hooks\` of another form; nothing was changed`)
  const after = `${JSON.stringify(changed, null, 2)}\n`
  if (after === before) return print(`\`${path}\` is as it should be already.`)
  print(`${path}\n${shownDiff(before, after)}`)
  if (options.yes !== true && !(await agreed())) return complain('nothing was changed')
  if (options.remove === true && isEmpty(changed, place)) {
    await rm(path)
    return print('Taken out; nothing else was in the file, so it is gone too.')
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.countersign`, after)
  await rename(`${path}.countersign`, path)
  return print(options.remove === true ? 'Taken out.' : 'Written. New sessions of the agent ask here first.')
}

/** Recognised in a command line, whatever stands around it. */
const MARK = /countersign(\.mjs)?['"]? hook\b/

function change(settings: Json, place: Place, options: InstallOptions): Json | undefined {
  const hooks = settings['hooks'] ?? {}
  if (!isObject(hooks)) return undefined
  const next = new Map<string, unknown>(Object.entries(hooks))
  for (const event of place.events) {
    const entries: unknown = next.get(event) ?? []
    if (!Array.isArray(entries)) return undefined
    const others = entries.filter((entry: unknown) => !isOurs(entry)) as unknown[] // an array of whatever there is
    const wanted = options.remove === true ? others : [...others, place.entry(commandLine(options.agent))]
    if (wanted.length === 0) next.delete(event)
    else next.set(event, wanted)
  }
  const { hooks: _before, ...rest } = settings
  if (options.remove === true && next.size === 0) return rest
  return { ...(options.remove === true ? {} : place.base), ...rest, hooks: Object.fromEntries(next) }
}

/** Nothing is left but what the hook itself needed. */
function isEmpty(settings: Json, place: Place): boolean {
  return Object.entries(settings).every(([name, value]) => place.base[name] === value)
}

function isOurs(entry: unknown): boolean {
  return MARK.test(JSON.stringify(entry).replaceAll('\\"', '"'))
}

/** The very program that runs now: a hook is started without the person's shell settings. */
function commandLine(agent: HookAgent): string {
  const program = fileURLToPath(new URL('../../bin/countersign.mjs', import.meta.url))
  // Agents go on when a hook fails in any other way than with 2: a program that is gone must block, too.
  return `${quoted(process.execPath)} ${quoted(program)} hook --agent ${agent} --timeout ${PATIENCE} || exit 2`
}

function quoted(path: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}

function parse(text: string): Json | undefined {
  if (text.trim() === '') return {}
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shownDiff(before: string, after: string): string {
  const lines = (text: string) => text.split('\n').slice(0, -1)
  const signs = { [-1]: '-', 0: ' ', 1: '+' } as const
  return diff(lines(after), lines(before))
    .map(([sign, line]) => `${signs[sign]} ${line}`)
    .join('\n')
}

async function agreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('countersign: pass `--yes` to write it without being asked')
    return false
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Write this? [y/N] ')
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}
