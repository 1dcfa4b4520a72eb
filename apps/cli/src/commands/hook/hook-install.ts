import type { HookAgent } from '@countersign/agent/hooks'
import { installOpencodePlugin } from './hook-opencode.ts'
import {
  commandLine,
  HOOK_PLACES,
  isObject,
  nameOf,
  ourHandlers,
  pathOf,
  type FileAgent,
  type HookPlace,
  type OurHandler,
  type Where,
} from '../../hook-settings/hook-places.ts'
import { appendIn, readJson, setIn } from '../../hook-settings/json-text.ts'
import { complain, print } from '../output.ts'
import { readSettings, removeSettings, writeSettings } from '../../hook-settings/settings-file.ts'
import { agreed, shownDiff } from './shown-change.ts'

export interface InstallOptions {
  readonly agent: HookAgent
  /** For all projects of this person, not only this one. */
  readonly user?: boolean
  /** For this project only, even if the agent may ignore that. */
  readonly project?: boolean
  readonly yes?: boolean
  readonly remove?: boolean
}

/** Writes (or removes) the hook in an agent's own configuration, after showing the changes. */
export async function installHook(options: InstallOptions): Promise<number> {
  const { agent, remove } = options
  if (options.user === true && options.project === true)
    return complain('`--user` and `--project` are two places; choose one')
  if (agent === 'opencode') return installOpencodePlugin(options)
  const chosen = options.user === true ? 'user' : options.project === true ? 'project' : undefined
  if (chosen !== undefined || remove !== true)
    return changeFile(agent, options, chosen ?? HOOK_PLACES[agent].holds)
  // Removed wherever it is.
  const codes = []
  for (const where of await placesWith(agent)) codes.push(await changeFile(agent, options, where))
  return codes.length === 0
    ? print(`There is no Countersign hook in the ${nameOf(agent)} settings.`)
    : Math.max(...codes)
}

/** Where an agent has our hook: in this project, for this person, or both. */
async function placesWith(agent: FileAgent): Promise<readonly Where[]> {
  const place = HOOK_PLACES[agent]
  const places: readonly Where[] =
    pathOf(agent, 'project') === pathOf(agent, 'user') ? ['user'] : ['project', 'user']
  const found = await Promise.all(
    places.map(
      async (where) => ourHandlers(readJson(await readSettings(pathOf(agent, where)), place), place) ?? [],
    ),
  )
  return places.filter((_where, at) => (found[at] ?? []).length > 0)
}

async function changeFile(
  agent: FileAgent,
  { remove = false, yes }: InstallOptions,
  where: Where,
): Promise<number> {
  const place = HOOK_PLACES[agent]
  const path = pathOf(agent, where)
  const before = await readSettings(path)
  const settings = readJson(before, place)
  if (settings === undefined)
    return complain(
      `\`${path}\` is not ${place.comments ? '' : 'plain '}JSON; add the hook by hand, or repair the file first`,
    )
  const ours = ourHandlers(settings, place)
  if (ours === undefined) return complain(`\`${path}\` has \`hooks\` of another form; nothing was changed`)
  const after = remove
    ? ours.toReversed().reduce((text, one) => takenOut(text, one, place), before)
    : putIn(before, ours, place, commandLine(agent))
  if (after === before) {
    print(`\`${path}\` is already set up.`)
    return remove ? 0 : tell(agent, where)
  }
  print(`${path}\n${shownDiff(before, after)}`)
  if (yes !== true && !(await agreed())) return complain('nothing was changed')
  if (remove && isEmpty(after, place) && (await removeSettings(path)))
    return print('Removed, along with the file, which had nothing else in it.')
  await writeSettings(path, after)
  if (remove) return print('Removed.')
  print('Written.')
  return tell(agent, where)
}

/** Notes for the person, without which the hook may not work. */
async function tell(agent: FileAgent, where: Where): Promise<number> {
  print(HOOK_PLACES[agent].words[where])
  if ((await placesWith(agent)).length > 1)
    print(
      `It is in \`${pathOf(agent, where === 'user' ? 'project' : 'user')}\`, too: ${nameOf(agent)} will ask twice. Remove one with \`countersign hook uninstall\`.`,
    )
  return print(`\`countersign hook status --agent ${agent}\` tries it.`)
}

/** One handler for each event. An existing one is changed in place: an agent may remember its position. */
function putIn(text: string, ours: readonly OurHandler[], place: HookPlace, command: string): string {
  const entry = place.entry(command)
  const kept = new Set(
    place.events.flatMap(
      (event) => ours.find((one) => one.event === event && one.inGroup === undefined) ?? [],
    ),
  )
  const fewer = ours
    .toReversed()
    .filter((one) => !kept.has(one))
    .reduce((rest, one) => takenOut(rest, one, place, false), text)
  const based = Object.entries(place.base)
    .filter(([name]) => !hasName(fewer, name, place))
    .reduce((rest, [name, value]) => setIn(rest, [name], value), fewer)
  return place.events.reduce((rest, event) => {
    const there = ourHandlers(readJson(rest, place), place)?.find((one) => one.event === event)
    return there === undefined
      ? appendIn(rest, ['hooks', event], entry)
      : setIn(rest, ['hooks', event, there.at], entry)
  }, based)
}

function hasName(text: string, name: string, place: HookPlace): boolean {
  const json = readJson(text, place)
  return isObject(json) && Object.hasOwn(json, name)
}

/** The text without our handlers and without the resulting empty objects. */
function takenOut(text: string, { event, at, inGroup }: OurHandler, place: HookPlace, tidy = true): string {
  const entry = ['hooks', event, at]
  const fewer = setIn(text, inGroup === undefined ? entry : [...entry, 'hooks', inGroup], undefined)
  if (!tidy) return fewer
  return [['hooks', event], ['hooks']].reduce((rest, path) => {
    const value = path.reduce<unknown>(
      (json, name) => (isObject(json) ? json[name] : undefined),
      readJson(rest, place),
    )
    const isBare = Array.isArray(value)
      ? value.length === 0
      : isObject(value) && Object.keys(value).length === 0
    return isBare ? setIn(rest, path, undefined) : rest
  }, fewer)
}

/** True if only entries of the hook itself are left, without any comment. */
function isEmpty(text: string, place: HookPlace): boolean {
  const settings = readJson(text, { comments: false })
  return isObject(settings) && Object.entries(settings).every(([name, value]) => place.base[name] === value)
}
