import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { pageHost, useHosted } from './page-host.ts'
import { texts } from './texts.ts'
import { usePlugins } from './use-plugins.ts'

/** Runs the plugins while the page is open, and reports when one was stopped. */
export function PluginHost() {
  const { plugins } = usePlugins()
  useEffect(() => {
    if (plugins !== undefined) pageHost().set(plugins)
  }, [plugins])
  const hosted = useHosted()
  const [seen, setSeen] = useState<readonly string[]>([])
  const stopped = hosted.filter(({ plugin, stopped: why }) => why !== null && !seen.includes(plugin.id))
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex flex-col items-center gap-2 px-4">
      {stopped.map(({ plugin, stopped: why }) => (
        <div
          key={plugin.id}
          role="alert"
          className="pointer-events-auto flex max-w-[60ch] items-center gap-3 rounded-card border border-line bg-raised p-3 text-label text-ink shadow-float"
        >
          <span className="min-w-0 flex-1 wrap-break-word">{texts.stopped(plugin.name, why ?? '')}</span>
          <Button onClick={() => setSeen([...seen, plugin.id])}>{texts.dismiss}</Button>
        </div>
      ))}
    </div>
  )
}
