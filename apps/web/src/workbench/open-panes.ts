import type { PaneView, ThreadId } from '@countersign/protocol'
import { useEffect } from 'react'
import { windowPanes, type PanesSource } from '../platform/window-panes.ts'
import { guardNow } from './guard.ts'
import type { LayoutController } from './layout-controller.ts'
import type { PaneSnapshots } from './pane-context.ts'

interface Shown {
  readonly thread: ThreadId
  readonly controller: Pick<LayoutController, 'panes' | 'open'>
  readonly snapshots: PaneSnapshots
  readonly isDirty: (pane: string) => boolean
  readonly layout?: PanesSource['layout']
}

/** Reports the open panes to the server, and lets the agent ask what they show. */
export function useOpenPanes({ thread, controller, snapshots, isDirty, layout }: Shown): void {
  useEffect(() => {
    const viewOf = (pane: ReturnType<LayoutController['panes']>[number]): PaneView => {
      const { id, type, title, params } = pane
      const { path } = params
      const base = path === undefined ? undefined : windowPanes.textOf({ thread, path })?.baseHash()
      const has = snapshots.has(id)
      return {
        pane: id,
        type,
        title,
        dirty: isDirty(id),
        has_context: has,
        shared: has,
        ...(path === undefined || path === '' ? {} : { path }),
        ...(base === undefined ? {} : { base_hash: base }),
      }
    }
    return windowPanes.use({
      thread,
      panes: () => controller.panes().map(viewOf),
      context(pane) {
        const shown = snapshots.read(pane)
        return shown && { ...shown, sources: [...shown.sources] }
      },
      open: (type, params) => controller.open(type, params, undefined, guardNow()),
      ...(layout === undefined ? {} : { layout }),
    })
  }, [thread, controller, snapshots, isDirty, layout])
}
