import { Link } from 'wouter'
import type { PaneProps } from '../../platform/feature.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { Described } from './Described.tsx'
import type { HostedPlugin } from './host.ts'
import { PageFrame } from './PageFrame.tsx'
import { pageHost, useHosted } from './page-host.ts'
import { texts } from './texts.ts'

/** The pane of a plugin, by its id; without one, a list of plugins. */
export function PluginPane({ params: { id } }: PaneProps) {
  const hosted = useHosted()
  const one = hosted.find(({ plugin }) => plugin.id === id)
  usePaneContext(() => ({
    summary: one?.context?.summary ?? one?.plugin.name ?? texts.title,
    ...(one?.context?.text === undefined ? {} : { text: one.context.text }),
    sources: [],
  }))
  if (id === undefined) return <Choice hosted={hosted} />
  return one === undefined ? <Page>{texts.gone(id)}</Page> : <Shown hosted={one} />
}

function Shown({ hosted }: { hosted: HostedPlugin }) {
  const { plugin, view, stopped } = hosted
  // Alone on the page it has the page's own heading.
  const Heading = useWorkbench().thread === null ? 'h1' : 'h2'
  if (stopped !== null)
    return (
      <Page>
        <p>{texts.stopped(plugin.name, stopped)}</p>
        <Button onClick={() => pageHost().restart(plugin.id)}>{texts.restart}</Button>
      </Page>
    )
  switch (plugin.permissions.pane) {
    case undefined:
      return <Page>{texts.noDrawing(plugin.name)}</Page>
    case 'page':
      return <PageFrame key={`${hosted.plugin.id}@${hosted.plugin.hash}`} hosted={hosted} />
    case 'described':
      return (
        <div className="flex h-full flex-col gap-4 overflow-y-auto p-4" data-plugin={plugin.id}>
          <Heading className="text-title font-semibold">{plugin.name}</Heading>
          {view === null ? (
            <p className="text-ink-3">{texts.starting(plugin.name)}</p>
          ) : (
            <Described view={view} onPress={(button) => pageHost().press(plugin.id, button)} />
          )}
        </div>
      )
  }
}

function Choice({ hosted }: { hosted: readonly HostedPlugin[] }) {
  const { thread, open } = useWorkbench()
  const drawn = hosted.filter(({ plugin }) => plugin.permissions.pane !== undefined)
  if (drawn.length === 0) return <Page>{texts.noPane}</Page>
  return (
    <Page>
      {drawn.map(({ plugin: { id, name } }) =>
        thread === null ? (
          <Link key={id} href={`/pane/plugin?id=${id}`}>
            {texts.open(name)}
          </Link>
        ) : (
          <Button key={id} onClick={() => open('plugin', { id })}>
            {texts.open(name)}
          </Button>
        ),
      )}
    </Page>
  )
}
