import { pluginRoutes, type PluginView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useApp } from '../../data/context.ts'
import { call, valueOf } from '../../data/http.ts'
import { useTopic } from '../../platform/use-topic.ts'
import { pluginsSlice } from './slice.ts'

/** The server's plugins, reloaded whenever one changes. */
export function usePlugins(): {
  readonly plugins: readonly PluginView[] | undefined
  readonly problem: string | null
} {
  const changes = useTopic(pluginsSlice, useApp().me.user.id)
  const { data, error } = useQuery({
    queryKey: ['plugins', changes],
    queryFn: () => valueOf(call(pluginRoutes.list, {})),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return { plugins: data?.plugins, problem: error?.message ?? null }
}
