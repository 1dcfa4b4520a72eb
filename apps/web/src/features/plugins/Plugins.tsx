import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useApp } from '../../data/context.ts'
import { signedFetch } from '../../data/signed-fetch.ts'
import { useTopic } from '../../platform/use-topic.ts'
import { lazy } from '../../ui/lazy.ts'
import { pluginsSlice } from './slice.ts'

const PluginHost = lazy(async () => ({ default: (await import('./PluginHost.tsx')).PluginHost }))

/** Where plugins run. Without any, their host is not loaded; once loaded it stays, so that the last plugin is ended properly. */
export function Plugins() {
  const changes = useTopic(pluginsSlice, useApp().me.user.id)
  const { data: some = false } = useQuery({ queryKey: ['plugins', 'any', changes], queryFn: anyPlugins })
  const [had, setHad] = useState(false)
  if (some && !had) setHad(true)
  return some || had ? (
    <Suspense>
      <PluginHost />
    </Suspense>
  ) : null
}

/** Parsed by hand: the schemas of plugins are loaded with their host. */
async function anyPlugins(): Promise<boolean> {
  const answer = await signedFetch('/api/plugins')
  const said: unknown = answer.ok ? await answer.json() : null
  return typeof said === 'object' && said !== null && 'plugins' in said && isFilled(said.plugins)
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}
