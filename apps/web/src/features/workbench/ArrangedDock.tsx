import type { ThreadId } from '@countersign/protocol'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useApp } from '../../data/context.ts'
import type { PaneParams, PaneSpec } from '../../platform/feature.ts'
import { windowPanes } from '../../platform/window-panes.ts'
import { layoutCall } from '../../workbench/agent-layout.ts'
import { Dock } from '../../workbench/Dock.tsx'
import type { DockAct } from '../../workbench/dock-now.ts'
import { guardNow } from '../../workbench/guard.ts'
import { layoutController, type LayoutController } from '../../workbench/layout-controller.ts'
import { titleOf } from '../../workbench/layouts.ts'
import { useOpenFromAddress } from '../../workbench/open-from-address.ts'
import { useOpenPanes } from '../../workbench/open-panes.ts'
import { paneSnapshots } from '../../workbench/pane-context.ts'
import type { Done, Guard } from '../../workbench/pane-types.ts'
import { texts } from '../../workbench/texts.ts'
import { undisturbed } from '../../workbench/undisturbed.ts'
import { useDockActs } from '../../workbench/use-dock-acts.ts'
import { WorkbenchContext } from '../../workbench/workbench-context.ts'
import type { KeptLayouts } from './kept-layouts.ts'
import { useKeeping } from './use-keeping.ts'
import { useTakeDock } from './use-take-dock.ts'

interface ArrangedDockProps {
  readonly thread: ThreadId
  readonly specs: ReadonlyMap<string, PaneSpec>
  readonly layouts: KeptLayouts
}

/** The dock of one thread, in the last used layout or the one that the URL names. */
export function ArrangedDock({ thread, specs, layouts }: ArrangedDockProps) {
  const wanted = layouts.named(new URLSearchParams(useSearch()).get('layout') ?? '')
  const { isDirty, setDirty } = useDirtyPanes()
  const [controller] = useState(() => {
    const name = wanted ?? layouts.last()
    return layoutController(layouts.arrangement(name), specs, { isDirty, name })
  })
  const name = useKeeping(controller, layouts)
  useEffect(() => undisturbed(controller), [controller])
  useTitles(controller, specs)
  const open = useCallback(
    (type: string, params: PaneParams) => void controller.open(type, params),
    [controller],
  )
  useOpenFromAddress(open)
  const snapshots = useMemo(() => paneSnapshots(windowPanes.changed), [])
  const mayClose = useCallback(
    (pane: string): boolean => {
      const title = controller.panes().find((shown) => shown.id === pane)?.title ?? ''
      return !isDirty(pane) || window.confirm(texts.unsaved(title))
    },
    [controller, isDirty],
  )
  const switchTo = useSwitch(controller, layouts, wanted)
  const agent = useCallback(
    (verb: string, args: unknown): Done => {
      const known = () => ({ names: layouts.names(), current: controller.name() })
      const dock = { controller, specs, guard: guardNow, layouts: known, switchTo }
      return layoutCall(dock, verb, args)
    },
    [controller, specs, layouts, switchTo],
  )
  useOpenPanes({ thread, controller, snapshots, isDirty, layout: agent })
  const acts = useDockActs(controller, thread, mayClose)
  const latest = useRef(acts.act)
  useEffect(() => {
    latest.current = acts.act
  })
  const { say } = acts
  const onAct = useCallback(
    (act: DockAct, pane?: string): void => {
      if (act !== 'reset') return latest.current(act, pane)
      layouts.reset(controller.name())
      say(controller.load(layouts.arrangement(controller.name()), controller.name()).text)
    },
    [controller, layouts, say],
  )
  useTakeDock({ controller, layouts, name, open, onAct, switchTo, say })
  const workbench = useMemo(
    () => ({ thread, open, setDirty, snapshots }),
    [thread, open, setDirty, snapshots],
  )
  return (
    <WorkbenchContext value={workbench}>
      <div className="flex h-full min-h-0 flex-col bg-ground p-1">
        <Dock controller={controller} specs={specs} mayClose={mayClose} onAct={onAct} ghost={acts.ghost} />
        <p role="status" className="sr-only">
          {acts.said}
        </p>
      </div>
    </WorkbenchContext>
  )
}

/** Panes with unsaved work. */
function useDirtyPanes() {
  const dirty = useRef(new Set<string>())
  const isDirty = useCallback((pane: string) => dirty.current.has(pane), [])
  const setDirty = useCallback((pane: string, is: boolean) => {
    if (is) dirty.current.add(pane)
    else dirty.current.delete(pane)
    windowPanes.changed()
  }, [])
  return { isDirty, setDirty }
}

/** Switches to a layout by its name; a URL that names one switches too. */
function useSwitch(controller: LayoutController, layouts: KeptLayouts, wanted: string | undefined) {
  const switchTo = useCallback(
    (asked: string, guard?: Guard): Done => {
      const known = layouts.named(asked)
      if (known === undefined) return { ok: false, text: texts.noLayout(asked, layouts.names()) }
      return controller.load(layouts.arrangement(known), known, guard)
    },
    [controller, layouts],
  )
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    if (wanted === undefined) return
    if (wanted !== controller.name()) switchTo(wanted)
    // Used once: from then on the current layout is the last used one.
    const rest = new URLSearchParams(search)
    rest.delete('layout')
    navigate(rest.size === 0 ? path : `${path}?${rest.toString()}`, { replace: true })
  }, [wanted, controller, switchTo, path, search, navigate])
  return switchTo
}

/** Threads get their titles while they are open, so their tabs are updated. */
function useTitles(controller: LayoutController, specs: ArrangedDockProps['specs']): void {
  const { store } = useApp()
  useEffect(() => {
    const retitle = (): void => {
      const view = store.view.getState()
      controller.retitle((type, params) => titleOf(specs.get(type), type, params, view))
    }
    retitle()
    const leave = [
      controller.subscribe(retitle),
      store.view.subscribe((now, before) => {
        if (now.threads !== before.threads) retitle()
      }),
    ]
    return () => {
      for (const stop of leave) stop()
    }
  }, [controller, specs, store])
}
