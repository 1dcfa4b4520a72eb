import { Suspense } from 'react'
import { Link } from 'wouter'
import { cx } from '../../ui/cx.ts'
import { lazy } from '../../ui/lazy.ts'
import { useDock, type DockNow } from '../../workbench/dock-now.ts'
import { PRESETS, type Preset } from '../../workbench/preset-names.ts'
import { texts } from '../../workbench/texts.ts'

// Only a dock has layouts to save.
const LayoutMenu = lazy(async () => ({ default: (await import('./LayoutMenu.tsx')).LayoutMenu }))

/** Shows the same thread alone or in one of the built-in layouts; the saved ones follow. */
export function LayoutSwitch({ path }: { path: string }) {
  const dock = useDock()
  const [, place, thread] = /^\/(t|w)\/([\w-]+)$/.exec(path) ?? []
  if (place === undefined || thread === undefined) return null
  const current = place === 't' ? 'Chat' : dock?.current
  return (
    <>
      <nav
        aria-label={texts.layouts}
        className="ms-2 flex shrink-0 overflow-clip rounded-control border border-line-strong"
      >
        {PRESETS.map((preset) => (
          <Choice key={preset} preset={preset} thread={thread} dock={dock} chosen={preset === current} />
        ))}
      </nav>
      {dock !== undefined && (
        <Suspense>
          <LayoutMenu dock={dock} />
        </Suspense>
      )}
    </>
  )
}

function Choice(props: { preset: Preset; thread: string; dock: DockNow | undefined; chosen: boolean }) {
  const { preset, thread, dock, chosen } = props
  return (
    <Link
      href={preset === 'Chat' ? `/t/${thread}` : `/w/${thread}?layout=${preset}`}
      title={texts.hints[preset]}
      aria-current={chosen ? 'page' : undefined}
      onClick={(event) => {
        if (dock === undefined || preset === 'Chat') return
        event.preventDefault()
        dock.switchTo(preset)
      }}
      className={cx(
        'flex min-h-6 items-center px-3 text-label no-underline max-[64rem]:px-2',
        chosen ? 'bg-accent font-semibold text-on-accent' : 'text-ink hover:bg-panel',
      )}
    >
      {preset}
    </Link>
  )
}
