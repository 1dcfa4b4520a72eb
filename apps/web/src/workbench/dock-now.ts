import { useSyncExternalStore } from 'react'
import type { PaneParams } from '../platform/feature.ts'

/** Actions for keys, menus and the palette on the focused pane or on the layout. */
export type DockAct =
  | 'next'
  | 'previous'
  | 'left'
  | 'right'
  | 'above'
  | 'below'
  | 'popOut'
  | 'close'
  | 'undo'
  | 'redo'
  | 'reset'

/** The mounted dock, for code outside of it: commands and the top bar. */
export interface DockNow {
  open(type: string, params: PaneParams): void
  act(act: DockAct): void
  /** Layouts of the folder by name: the built-in ones, then the saved ones. */
  readonly names: readonly string[]
  readonly current: string
  switchTo(name: string): void
  saveAs(name: string): void
  remove(name: string): void
}

let current: DockNow | undefined
const listeners = new Set<() => void>()

/** Registers the mounted dock, again whenever its layouts change; returns a function that unregisters it. */
export function takeDock(dock: DockNow): () => void {
  current = dock
  tell()
  return () => {
    if (current !== dock) return
    current = undefined
    tell()
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Undefined if no dock is mounted. */
export function dockNow(): DockNow | undefined {
  return current
}

export function useDock(): DockNow | undefined {
  return useSyncExternalStore(subscribe, dockNow)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
