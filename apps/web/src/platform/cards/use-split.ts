import { useSyncExternalStore } from 'react'
import { keep, readKept } from '../../data/browser-storage.ts'

const NAME = 'countersign diffs side by side'
const listeners = new Set<() => void>()

/** Whether diffs are shown side by side: one setting for all diffs in this browser. */
export function useSplit(): readonly [boolean, (split: boolean) => void] {
  const split = useSyncExternalStore(subscribe, read)
  return [split, set]
}

function read(): boolean {
  return readKept(window.localStorage, NAME, null) === 'yes'
}

function set(split: boolean): void {
  keep(window.localStorage, NAME, split ? 'yes' : 'no')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
