import type { PaneParams } from '../platform/feature.ts'
import { dockNow } from './dock-now.ts'

/** Opens a pane in the mounted dock; false if there is none. For commands, which run outside the dock. */
export function openPane(type: string, params: PaneParams): boolean {
  const dock = dockNow()
  dock?.open(type, params)
  return dock !== undefined
}
