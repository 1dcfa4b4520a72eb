import { PLUGIN_CALL_LIMIT } from '@countersign/protocol'
import type { OwnedTool, ToolOwner } from '../../platform/tool-owners.ts'
import type { ReadPlugin } from './plugin-folder.ts'

/** The capability that a thread needs for tools of plugins. */
export const PLUGIN_CAPABILITY = 'plugins'

/** A running plugin, and whether its claims about its tools are trusted. */
export interface RunningPlugin {
  readonly plugin: ReadPlugin
  readonly trusted: boolean
}

/** Tools of plugins, as `plugin.json` declares them. A page offers them, and its own claims are ignored. */
export function ownedTools(
  running: (id: string) => RunningPlugin | undefined,
  isInstalled: (id: string) => boolean,
): ToolOwner {
  /** The same object until something changes, so that the gate's tool is made once. */
  const made = new Map<string, OwnedTool>()
  return {
    find({ name, plugin: offered }) {
      const [id = '', hash] = (offered ?? '').split('@')
      const one = running(id)
      if (one === undefined || one.plugin.files.hash !== hash) return undefined
      const tool = one.plugin.manifest.tools.find((declared) => declared.name === name)
      if (tool === undefined) return undefined
      const key = `${name}@${hash}`
      const known = made.get(key)
      if (known !== undefined && known.trusted === one.trusted) return known
      const owned: OwnedTool = {
        tool,
        source: sourceOf(one),
        trusted: one.trusted,
        capability: PLUGIN_CAPABILITY,
        time: PLUGIN_CALL_LIMIT,
      }
      made.set(key, owned)
      return owned
    },
    owns: isInstalled,
    sourceOf(name) {
      const one = running(name.split('.')[0] ?? '')
      return one && sourceOf(one)
    },
  }
}

function sourceOf({ plugin }: RunningPlugin): string {
  return `plugin ${plugin.manifest.name}`
}
