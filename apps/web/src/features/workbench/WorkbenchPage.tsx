import { ThreadId } from '@countersign/protocol'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useView } from '../../data/context.ts'
import type { PaneParams, PaneSpec, RouteParams } from '../../platform/feature.ts'
import { useFeatures } from '../../platform/features-context.ts'
import { NotFound } from '../../platform/NotFound.tsx'
import { windowPanes } from '../../platform/window-panes.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { Dock } from '../../workbench/Dock.tsx'
import { layoutController } from '../../workbench/layout-controller.ts'
import { useOpenFromAddress } from '../../workbench/open-from-address.ts'
import { CHAT, presetLayout, screenClassOf } from '../../workbench/layouts.ts'
import { takeOpens } from '../../workbench/open-pane.ts'
import { useOpenPanes } from '../../workbench/open-panes.ts'
import { paneSnapshots } from '../../workbench/pane-context.ts'
import { texts } from '../../workbench/texts.ts'
import { WorkbenchContext } from '../../workbench/workbench-context.ts'
import { keepLayout, keptLayout } from './kept-layout.ts'

/** One chat and the panes around it. */
export function WorkbenchPage({ params: { thread } }: { params: RouteParams }) {
  const id = ThreadId.safeParse(thread)
  const narrow = useNarrow()
  if (!id.success) return <NotFound />
  return narrow ? <Alone thread={id.data} /> : <Docked key={id.data} thread={id.data} />
}

/** A narrow screen has room for the chat alone. */
function Alone({ thread }: { thread: ThreadId }) {
  const Chat = useSpecs().get(CHAT)?.pane
  return Chat === undefined ? <NotFound /> : <Chat params={{ thread }} />
}

function Docked({ thread }: { thread: ThreadId }) {
  const specs = useSpecs()
  const folder = useView((view) => view.threads?.find(({ id }) => id === thread)?.workspace)
  // What a person left is found again in the next chat of the folder; the chat pane is always that of the address.
  const place = useMemo(() => ({ folder: folder ?? '', screen: screenClassOf(window.innerWidth) }), [folder])
  const controller = useMemo(
    () =>
      layoutController(keptLayout(window.localStorage, place) ?? presetLayout(specs, place.screen), specs),
    [place, specs],
  )
  const dirty = useRef(new Set<string>())
  const open = useCallback(
    (type: string, params: PaneParams) => void controller.open(type, params),
    [controller],
  )
  useOpenFromAddress(open)
  useEffect(() => takeOpens(open), [open])
  const setDirty = useCallback((pane: string, is: boolean) => {
    if (is) dirty.current.add(pane)
    else dirty.current.delete(pane)
    windowPanes.changed()
  }, [])
  const snapshots = useMemo(() => paneSnapshots(windowPanes.changed), [])
  const isDirty = useCallback((pane: string) => dirty.current.has(pane), [])
  useOpenPanes({ thread, controller, snapshots, isDirty })
  const workbench = useMemo(
    () => ({ thread, open, setDirty, snapshots }),
    [thread, open, setDirty, snapshots],
  )
  const mayClose = (pane: string): boolean => {
    if (!dirty.current.has(pane)) return true
    const name = controller.panes().find((shown) => shown.id === pane)?.title ?? ''
    return window.confirm(texts.unsaved(name))
  }
  return (
    <WorkbenchContext value={workbench}>
      <div className="flex h-full min-h-0 flex-col bg-ground p-1">
        <Dock
          controller={controller}
          specs={specs}
          mayClose={mayClose}
          onChange={() => {
            keepLayout(window.localStorage, place, controller.model.toJson())
            windowPanes.changed()
          }}
        />
      </div>
    </WorkbenchContext>
  )
}

function useSpecs(): ReadonlyMap<string, PaneSpec> {
  const features = useFeatures()
  return useMemo(
    () => new Map(features.flatMap(({ panes = [] }) => panes.map((pane) => [pane.type, pane]))),
    [features],
  )
}
