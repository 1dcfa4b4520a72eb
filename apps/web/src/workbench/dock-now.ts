import { useSyncExternalStore } from 'react'
import type { PaneParams } from '../platform/feature.ts'

/** What keys, menus and the palette can do with the pane that the person is in, or with the layout. */
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

/** The dock on screen, for code outside of it: commands and the top bar. */
export interface DockNow {
  open(type: string, params: PaneParams): void
  act(act: DockAct): void
  /** Layouts of the folder by name: those that ship, then those that were saved. */
  readonly names: readonly string[]
  readonly current: string
  switchTo(name: string): void
  saveAs(name: string): void
  remove(name: string): void
}

let current: DockNow | undefined
const listeners = new Set<() => void>()

/** The dock that is on screen says so, again whenever its layouts are others; returns how to leave. */
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

/** Undefined: none is on screen. */
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
