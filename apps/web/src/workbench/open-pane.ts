import type { PaneParams } from '../platform/feature.ts'
import { dockNow } from './dock-now.ts'

/** Opens a pane in the dock that is on screen; false: there is none. For commands, which are outside of it. */
export function openPane(type: string, params: PaneParams): boolean {
  const dock = dockNow()
  dock?.open(type, params)
  return dock !== undefined
}
