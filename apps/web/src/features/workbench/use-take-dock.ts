import { useEffect, useState } from 'react'
import { takeDock, type DockNow } from '../../workbench/dock-now.ts'
import type { LayoutController } from '../../workbench/layout-controller.ts'
import type { Done } from '../../workbench/pane-types.ts'
import { FIRST_LAYOUT, presetNamed } from '../../workbench/layouts.ts'
import { texts } from '../../workbench/texts.ts'
import type { KeptLayouts } from './kept-layouts.ts'

interface Taken {
  readonly controller: LayoutController
  readonly layouts: KeptLayouts
  /** The name of the current layout. */
  readonly name: string
  readonly open: DockNow['open']
  readonly onAct: DockNow['act']
  readonly switchTo: (name: string) => Done
  readonly say: (text: string) => void
}

/** Makes the mounted dock available to the top bar, the palette and keys. */
export function useTakeDock({ controller, layouts, name, open, onAct, switchTo, say }: Taken): void {
  const [names, setNames] = useState(layouts.names)
  useEffect(
    () =>
      takeDock({
        open,
        act: onAct,
        names,
        current: name,
        switchTo: (next) => {
          const { ok, text } = switchTo(next)
          say(ok ? texts.switched(next) : text)
        },
        saveAs: (next) => {
          layouts.keep(next, controller.model().toJson())
          controller.load(layouts.arrangement(next), next)
          setNames(layouts.names())
        },
        remove: (gone) => {
          if (presetNamed(gone) !== undefined) return
          if (controller.name() === gone) switchTo(FIRST_LAYOUT)
          layouts.remove(gone)
          setNames(layouts.names())
        },
      }),
    [controller, layouts, name, open, onAct, switchTo, say, names],
  )
}
