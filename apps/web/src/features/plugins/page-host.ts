import { pluginRoutes, ThreadId, type PluginView } from '@countersign/protocol'
import { useSyncExternalStore } from 'react'
import { systemClock } from '../../clock.ts'
import { keep, readKept } from '../../data/browser-storage.ts'
import { call, valueOf } from '../../data/http.ts'
import { addedTools } from '../../platform/added-tools.ts'
import type { BridgePorts } from './bridge.ts'
import { createPluginHost, type HostedPlugin, type PluginHost } from './host.ts'
import { texts } from './texts.ts'

let opened: PluginHost | null = null

/** The plugins of this page. */
export function pageHost(): PluginHost {
  opened ??= createPluginHost({ window, tools: addedTools, clock: systemClock, asks: asksOf })
  return opened
}

export function useHosted(): readonly HostedPlugin[] {
  const host = pageHost()
  return useSyncExternalStore(host.onChange, host.all)
}

/** A plugin's requests: its own storage in this browser, and the server's routes, which judge it. */
function asksOf({ id }: PluginView): Pick<BridgePorts, 'storage' | 'read' | 'fetch'> {
  return {
    storage: ({ act, key, value }) => store(id, act, key, value),
    read: async (path, signal) => {
      const thread = ThreadId.safeParse(/^\/[tw]\/([\w-]+)/.exec(window.location.pathname)?.[1])
      const body = { path, ...(thread.success ? { thread_id: thread.data } : {}) }
      return told(valueOf(call(pluginRoutes.read, { params: { id }, body }, signal)))
    },
    fetch: async (url, signal) =>
      told(valueOf(call(pluginRoutes.fetch, { params: { id }, body: { url } }, signal))),
  }
}

async function told(answer: Promise<{ readonly ok: boolean; readonly text: string }>): Promise<string> {
  const { ok, text } = await answer
  if (!ok) throw new Error(text)
  return text
}

/** Maximum number of stored keys per plugin. */
const KEYS = 100

function store(id: string, act: 'get' | 'set' | 'remove', key: string, value = ''): string | null {
  const start = `countersign.plugin.${id}.`
  const { localStorage } = window
  switch (act) {
    case 'get':
      return readKept(localStorage, start + key, null)
    case 'remove':
      localStorage.removeItem(start + key)
      return null
    case 'set': {
      const many = Object.keys(localStorage).filter((name) => name.startsWith(start)).length
      if (many >= KEYS || !keep(localStorage, start + key, value)) throw new Error(texts.storageFull)
      return null
    }
  }
}
