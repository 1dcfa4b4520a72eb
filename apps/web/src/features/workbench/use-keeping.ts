import { useEffect, useSyncExternalStore } from 'react'
import { windowPanes } from '../../platform/window-panes.ts'
import type { LayoutController } from '../../workbench/layout-controller.ts'
import type { KeptLayouts } from './kept-layouts.ts'

/** Changes within this many milliseconds are saved together. */
const GATHER = 200

/** Saves the layout under its name after every change. Returns the name. */
export function useKeeping(controller: LayoutController, layouts: KeptLayouts): string {
  useEffect(() => {
    let timer: number | undefined
    let name = layouts.last()
    let kept = JSON.stringify(controller.model().toJson())
    const keep = (): void => {
      window.clearTimeout(timer)
      timer = undefined
      const layout = controller.model().toJson()
      const text = JSON.stringify(layout)
      if (text === kept && name === controller.name()) return
      kept = text
      name = controller.name()
      layouts.keep(name, layout)
    }
    const stop = controller.subscribe(() => {
      windowPanes.changed()
      // A switch is saved at once, so that the server knows the last used layout.
      if (name !== controller.name()) keep()
      timer ??= window.setTimeout(keep, GATHER)
    })
    keep()
    const left = (): void => {
      if (timer !== undefined) keep()
    }
    window.addEventListener('pagehide', left)
    return () => {
      window.removeEventListener('pagehide', left)
      left()
      stop()
    }
  }, [controller, layouts])
  return useSyncExternalStore(controller.subscribe, controller.name)
}
