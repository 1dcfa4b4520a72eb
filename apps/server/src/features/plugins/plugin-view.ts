import type { PluginView } from '@countersign/protocol'
import { pluginRoutes } from '@countersign/protocol'
import type { FoundPlugin } from './found-plugins.ts'
import type { StoredPlugin } from './stored-plugins.ts'

const NOTHING = { tools: false, read: [], network: [] }

/** A plugin for people. `key`: that of its document, if it runs. */
export function viewOf(
  id: string,
  found: FoundPlugin | undefined,
  stored: StoredPlugin | undefined,
  key: string | null,
): PluginView {
  const plugin = found?.look.ok === true ? found.look.plugin : undefined
  const problem = found === undefined ? 'its folder is gone' : found.look.ok ? null : found.look.message
  const hash = plugin?.files.hash ?? null
  return {
    id,
    name: plugin?.manifest.name ?? id,
    version: plugin?.manifest.version ?? '',
    state: stateOf(hash, stored),
    problem,
    source: found?.source ?? 'data',
    folder: found?.folder ?? '',
    hash,
    pinned: stored?.hash ?? null,
    trusted: hash !== null && stored?.trusted === hash,
    permissions: plugin?.manifest.permissions ?? NOTHING,
    tools: (plugin?.manifest.tools ?? []).map((tool) => ({
      name: tool.name,
      description: tool.description,
      params: { ...tool.params },
      effect: tool.effect,
      ...(tool.specifierTemplate === undefined ? {} : { specifier_template: tool.specifierTemplate }),
      ...(tool.lock === undefined ? {} : { lock: tool.lock }),
    })),
    frame: key === null ? null : pluginRoutes.frame.path.replace(':key', key),
  }
}

function stateOf(hash: string | null, stored: StoredPlugin | undefined): PluginView['state'] {
  if (hash === null) return 'broken'
  if (stored === undefined) return 'found'
  if (stored.hash !== hash) return 'changed'
  return stored.enabled ? 'ready' : 'off'
}
