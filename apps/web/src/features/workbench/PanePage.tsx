import { ThreadId } from '@countersign/protocol'
import { Suspense, useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useApp } from '../../data/context.ts'
import type { PaneParams, PaneSpec, RouteParams } from '../../platform/feature.ts'
import { NotFound } from '../../platform/NotFound.tsx'
import { windowPanes } from '../../platform/window-panes.ts'
import { Page } from '../../ui/Page.tsx'
import { paneId, titleOf } from '../../workbench/layouts.ts'
import { useOpenPanes } from '../../workbench/open-panes.ts'
import { PaneContext, paneSnapshots } from '../../workbench/pane-context.ts'
import { AROUND, panePath } from '../../workbench/pane-path.ts'
import { useSpecs } from '../../workbench/use-specs.ts'
import { WorkbenchContext } from '../../workbench/workbench-context.ts'

/** One pane alone in its window, with its own connection, keys and cards, as on any page. */
export function PanePage({ params: { type = '' } }: { params: RouteParams }) {
  const search = useSearch()
  const spec = useSpecs().get(type)
  const { thread, params } = useMemo(() => {
    const { [AROUND]: around, ...rest } = Object.fromEntries(new URLSearchParams(search))
    const read = ThreadId.safeParse(around)
    return { thread: read.success ? read.data : null, params: rest }
  }, [search])
  return spec === undefined ? <NotFound /> : <Alone spec={spec} thread={thread} params={params} />
}

interface AloneProps {
  readonly spec: PaneSpec
  readonly thread: ThreadId | null
  readonly params: PaneParams
}

function Alone({ spec, thread, params }: AloneProps) {
  const { store } = useApp()
  const [, navigate] = useLocation()
  const pane = paneId(spec, spec.type, params)
  const title = titleOf(spec, spec.type, params, store.view.getState())
  const snapshots = useMemo(() => paneSnapshots(windowPanes.changed), [])
  const around = useMemo(() => ({ pane, snapshots }), [pane, snapshots])
  // A pane opened from here replaces this one, because there is no other place.
  const open = useCallback(
    (type: string, next: PaneParams) => navigate(panePath(type, thread, next)),
    [navigate, thread],
  )
  const workbench = useMemo(
    () => ({ thread, open, setDirty: () => windowPanes.changed(), snapshots }),
    [thread, open, snapshots],
  )
  return (
    <WorkbenchContext value={workbench}>
      {thread !== null && (
        <Told thread={thread} pane={pane} title={title} of={{ spec, params, open, snapshots }} />
      )}
      <section aria-label={title} data-pane={pane} className="h-full bg-panel">
        <h1 className="sr-only">{title}</h1>
        <Suspense fallback={<Page>{null}</Page>}>
          <PaneContext value={around}>
            <spec.pane params={params} />
          </PaneContext>
        </Suspense>
      </section>
    </WorkbenchContext>
  )
}

interface ToldProps {
  readonly thread: ThreadId
  readonly pane: string
  readonly title: string
  readonly of: {
    readonly spec: PaneSpec
    readonly params: PaneParams
    readonly open: (type: string, params: PaneParams) => void
    readonly snapshots: ReturnType<typeof paneSnapshots>
  }
}

/** A turn that starts in this window gets its one pane as context. */
function Told({ thread, pane, title, of: { spec, params, open, snapshots } }: ToldProps) {
  const controller = useMemo(
    () => ({
      panes: () => [{ id: pane, type: spec.type, title, params, visible: true }],
      open: (type: string, next: PaneParams) => {
        open(type, next)
        return { ok: true, text: '' }
      },
    }),
    [pane, spec, title, params, open],
  )
  useOpenPanes({ thread, controller, snapshots, isDirty: never })
  return null
}

const never = (): boolean => false
