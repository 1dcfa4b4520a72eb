import type { HookAgent } from '@countersign/agent/hooks'
import { codexTrust, type TrustedHook } from './codex-trust.ts'
import {
  HOOK_PLACES,
  isObject,
  nameOf,
  ourHandlers,
  pathOf,
  type FileAgent,
  type OurHandler,
  type Where,
} from './hook-places.ts'
import { opencodePlugins, pluginCommand } from './opencode-plugins.ts'
import { probe } from './hook-probe.ts'
import { readJson } from './json-text.ts'
import { readSettings } from './settings-file.ts'

/** The state of the hook in one agent's settings. */
export interface HookStatus {
  readonly agent: HookAgent
  /**
   * `proven`: the command answers correctly, and the agent itself reports that it runs it. `not proven`: the command does, but whether the
   * agent runs it cannot be seen without a model. `broken`: one of the two is known to fail.
   */
  readonly state: 'proven' | 'not proven' | 'broken' | 'not installed'
  readonly says: string
  readonly file?: string
}

/** One for each file that has the hook, or a single one if no file has it. */
export async function statusOf(agent: HookAgent): Promise<readonly HookStatus[]> {
  const found = agent === 'opencode' ? await opencodeStatus() : await fileStatus(agent)
  if (found.length > 0) return found
  return [{ agent, state: 'not installed', says: `\`countersign hook install --agent ${agent}\` writes it` }]
}

/** The plugin of OpenCode, which contains the command. */
async function opencodeStatus(): Promise<readonly HookStatus[]> {
  const found: HookStatus[] = []
  for (const file of await opencodePlugins()) {
    const command = await pluginCommand(file)
    if (command === undefined) continue
    const { ok, says } = await probe('opencode', command, ['/bin/sh', '-c'])
    const session = 'only a session shows whether OpenCode loads the plugin'
    found.push({
      agent: 'opencode',
      file,
      state: ok ? 'not proven' : 'broken',
      says: ok ? `${says}; ${session}` : says,
    })
  }
  return found
}

async function fileStatus(agent: FileAgent): Promise<readonly HookStatus[]> {
  const places: readonly Where[] =
    pathOf(agent, 'project') === pathOf(agent, 'user') ? ['user'] : ['project', 'user']
  const found = []
  for (const where of places) {
    const status = await statusIn(agent, where)
    if (status !== undefined) found.push(status)
  }
  return found
}

async function statusIn(agent: FileAgent, where: Where): Promise<HookStatus | undefined> {
  const place = HOOK_PLACES[agent]
  const file = pathOf(agent, where)
  const settings = readJson(await readSettings(file), place)
  const ours = ourHandlers(settings, place)
  if (ours === undefined) return { agent, file, state: 'broken', says: 'the file cannot be read' }
  const [first] = ours
  if (first === undefined) return undefined
  const broken = (says: string): HookStatus => ({ agent, file, state: 'broken', says })
  const wrong = mistakeIn(agent, ours, settings)
  if (wrong !== undefined) return broken(wrong)
  const answered = await probe(agent, first.command, place.shell(process.env))
  if (!answered.ok) return broken(answered.says)
  if (agent === 'codex') {
    const trust = trustWords(ours, await codexTrust(process.cwd()))
    return { agent, file, state: trust.state, says: `${answered.says}; ${trust.says}` }
  }
  const says = `${answered.says}; only a session shows whether ${nameOf(agent)} runs it. ${place.words[where]}`
  return { agent, file, state: 'not proven', says }
}

/** The problem with the file's content; undefined: none. */
function mistakeIn(agent: FileAgent, ours: readonly OurHandler[], settings: unknown): string | undefined {
  const again = `\`countersign hook install --agent ${agent}\` repairs that`
  const place = HOOK_PLACES[agent]
  const missing = place.events.filter((event) => ours.every((one) => one.event !== event))
  if (missing.length > 0) return `it is not called for ${missing.join(', ')}; ${again}`
  if (isObject(settings) && settings['disableAllHooks'] === true) return '`disableAllHooks` turns it off'
  for (const { command, handler } of ours) {
    if (!command.includes('|| exit 2')) return `a missing program would not block; ${again}`
    const told = Number(/ --timeout (\d+)/.exec(command)?.[1])
    const timeout = place.timeoutOf(handler)
    if (!(told > 0) || timeout === undefined || timeout < told)
      return `the agent may time out before the hook does, and continue; ${again}`
  }
  return undefined
}

function trustWords(
  ours: readonly OurHandler[],
  known: readonly TrustedHook[] | undefined,
): Pick<HookStatus, 'state' | 'says'> {
  if (known === undefined)
    return { state: 'not proven', says: 'Codex could not be asked whether it trusts it' }
  const states = ours.map(
    (one) =>
      known.find(
        ({ event, command }) => command === one.command && event.toLowerCase() === one.event.toLowerCase(),
      )?.status,
  )
  if (states.every((state) => state === 'trusted' || state === 'managed'))
    return { state: 'proven', says: 'Codex trusts it and runs it' }
  return {
    state: 'broken',
    says: states.includes(undefined)
      ? 'Codex does not run it here: it does not trust this project (start `codex` in it once)'
      : 'Codex does not run it: start `codex`, type `/hooks`, and trust it',
  }
}
