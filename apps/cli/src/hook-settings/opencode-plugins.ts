import { access } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isObject, quoted } from './hook-places.ts'
import { readJson } from './json-text.ts'
import { readSettings } from './settings-file.ts'

/** Where OpenCode finds our plugin, and its configuration. */
export async function opencodePlaces(
  user: boolean,
): Promise<{ readonly plugin: string; readonly config: string }> {
  const own = join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'opencode')
  const folder = user ? own : resolve('.')
  const remarks = join(folder, 'opencode.jsonc')
  return {
    plugin: join(user ? own : join(folder, '.opencode'), 'plugin/countersign.js'),
    config: (await exists(remarks)) ? remarks : join(folder, 'opencode.json'),
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Possible places of our plugin: in this project, and for this person. */
export async function opencodePlugins(): Promise<readonly string[]> {
  return [(await opencodePlaces(false)).plugin, (await opencodePlaces(true)).plugin]
}

/** The command of an installed plugin, for a shell; undefined: there is none. */
export async function pluginCommand(plugin: string): Promise<string | undefined> {
  const text = await readSettings(plugin)
  const [command, environment] = ['COMMAND', 'ENVIRONMENT'].map((name) =>
    readJson(lineOf(name).exec(text)?.[1] ?? 'null', { comments: false }),
  )
  if (!Array.isArray(command)) return undefined
  const settings = isObject(environment) ? Object.entries(environment) : []
  return [
    ...settings.map(([name, value]) => `${name}=${quoted(String(value))}`),
    ...command.map((word) => quoted(String(word))),
  ].join(' ')
}

/** The line of our plugin that has this value. */
export function lineOf(name: string): RegExp {
  return new RegExp(`^const ${name} = (.*)$`, 'm')
}
