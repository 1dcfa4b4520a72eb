import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject, TIMEOUT } from '../../hook-settings/hook-places.ts'
import { readJson, setIn } from '../../hook-settings/json-text.ts'
import { lineOf, opencodePlaces } from '../../hook-settings/opencode-plugins.ts'
import { complain, print } from '../output.ts'
import { readSettings, removeSettings, writeSettings } from '../../hook-settings/settings-file.ts'
import { agreed, shownDiff } from './shown-change.ts'

export interface OpencodeOptions {
  /** For all projects of this person, not only this one. */
  readonly user?: boolean
  readonly project?: boolean
  readonly yes?: boolean
  readonly remove?: boolean
}

/** Whether OpenCode itself asks without the plugin, and its previous setting. */
export interface OwnQuestion {
  /** We set `*` of `permission`, and the plugin reverts it once it is loaded. */
  readonly ours: boolean
  /** The previous value. */
  readonly before: string | null
}

/** OpenCode accepts comments in its configuration. */
const DIALECT = { comments: true }
const ASK = 'ask'

/** Writes (or removes) OpenCode's plugin, and sets its own `permission` to ask in case the plugin is not loaded. */
export async function installOpencodePlugin(options: OpencodeOptions): Promise<number> {
  const { plugin, config } = await opencodePlaces(options.user === true)
  const [pluginBefore, configBefore] = await Promise.all([readSettings(plugin), readSettings(config)])
  const settings = readJson(configBefore, DIALECT)
  if (!isObject(settings))
    return complain(`\`${config}\` is not JSON; add the plugin by hand, or repair the file first`)
  if (pluginBefore !== '' && !pluginBefore.includes('Countersign'))
    return complain(`\`${plugin}\` is not ours; nothing was changed`)
  const known = questionIn(pluginBefore)
  const question = known ?? questionBefore(settings['permission'])
  const configAfter =
    options.remove === true
      ? takenBack(configBefore, settings, known)
      : known === undefined
        ? asking(configBefore, settings, question)
        : configBefore
  const pluginAfter = options.remove === true ? '' : await pluginText(question)
  if (configAfter === configBefore && pluginAfter === pluginBefore)
    return print(`\`${plugin}\` and \`${config}\` are already set up.`)
  if (configAfter !== configBefore) print(`${config}\n${shownDiff(configBefore, configAfter)}`)
  print(
    options.remove === true
      ? `${plugin}\n- the plugin`
      : `${plugin}\n${shownDiff(pluginBefore, pluginAfter)}`,
  )
  if (options.yes !== true && !(await agreed())) return complain('nothing was changed')
  if (options.remove === true) {
    await rm(plugin, { force: true })
    await writeOrRemove(config, configBefore, configAfter)
    return print('Removed.')
  }
  // The question first: in between OpenCode itself asks.
  if (configAfter !== configBefore) await writeSettings(config, configAfter)
  await writeSettings(plugin, pluginAfter)
  print('Written. New sessions of OpenCode ask here first.')
  return print(wordsFor(readJson(configAfter, DIALECT)))
}

/** OpenCode's permission for every tool. A person's own `ask` or `deny` stays and is never lifted. */
function questionBefore(permission: unknown): OwnQuestion {
  const said = isObject(permission) ? permission['*'] : permission
  if (said === undefined) return { ours: true, before: null }
  return { ours: said === 'allow', before: typeof said === 'string' ? said : null }
}

/** The configuration in which OpenCode asks about everything. Its last matching entry applies, so a new one goes last. */
function asking(text: string, settings: Readonly<Record<string, unknown>>, { ours }: OwnQuestion): string {
  if (!ours) return text
  return setIn(text, pathTo(settings), ASK)
}

function takenBack(
  text: string,
  settings: Readonly<Record<string, unknown>>,
  question: OwnQuestion | undefined,
): string {
  if (question?.ours !== true) return text
  const permission = settings['permission']
  const said = isObject(permission) ? permission['*'] : permission
  // Someone changed it since, so it is theirs.
  if (said !== ASK) return text
  const fewer = setIn(text, pathTo(settings), question.before ?? undefined)
  const left = readJson(fewer, DIALECT)
  const isBare =
    isObject(left) && isObject(left['permission']) && Object.keys(left['permission']).length === 0
  return isBare ? setIn(fewer, ['permission'], undefined) : fewer
}

function pathTo(settings: Readonly<Record<string, unknown>>): string[] {
  return typeof settings['permission'] === 'string' ? ['permission'] : ['permission', '*']
}

const PLUGIN = new URL('../../../opencode/countersign.js', import.meta.url)
const PROGRAM = new URL('../../../bin/countersign.mjs', import.meta.url)

async function pluginText({ ours, before }: OwnQuestion): Promise<string> {
  const home = process.env['COUNTERSIGN_HOME']
  const command = [
    process.execPath,
    fileURLToPath(PROGRAM),
    'hook',
    '--agent',
    'opencode',
    '--timeout',
    String(TIMEOUT),
  ]
  const values: Readonly<Record<string, unknown>> = {
    COMMAND: command,
    ENVIRONMENT: home === undefined || home === '' ? {} : { COUNTERSIGN_HOME: resolve(home) },
    OURS: ours,
    BEFORE: before,
  }
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(lineOf(name), () => `const ${name} = ${JSON.stringify(value)}`),
    await readFile(PLUGIN, 'utf8'),
  )
}

/** The state of an installed plugin. Undefined: none is installed. */
function questionIn(plugin: string): OwnQuestion | undefined {
  const [ours, before] = ['OURS', 'BEFORE'].map((name) => lineOf(name).exec(plugin)?.[1])
  if (ours === undefined || before === undefined) return undefined
  const value = readJson(before, { comments: false })
  return { ours: ours === 'true', before: typeof value === 'string' ? value : null }
}

/** What this configuration guarantees without the plugin. */
function wordsFor(settings: unknown): string {
  const permission = isObject(settings) ? settings['permission'] : undefined
  const names = isObject(permission) ? Object.keys(permission) : []
  const later = names
    .slice(names.indexOf('*') + 1)
    .filter((name) => isObject(permission) && JSON.stringify(permission[name]).includes('"allow"'))
  const free =
    later.length === 0 ? '' : ` Without the plugin your own entries still allow: ${later.join(', ')}.`
  return `When its plugin is not loaded (\`--pure\`), OpenCode asks by itself, and with \`--auto\` it then runs everything: never use both.${free}`
}

async function writeOrRemove(path: string, before: string, after: string): Promise<void> {
  if (after === before) return
  const left = readJson(after, DIALECT)
  const isBare = isObject(left) && Object.keys(left).length === 0
  if (!(isBare && (await removeSettings(path)))) await writeSettings(path, after)
}
