import { useSyncExternalStore } from 'react'

let kept: readonly string[] = []
const listeners = new Set<() => void>()

/** The notes of this page, only in its memory. */
export function readNotes(): readonly string[] {
  return kept
}

export function useNotes(): readonly string[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readNotes)
}

export function addNote(text: string): void {
  keep([...kept, text])
}

export function clearNotes(): void {
  keep([])
}

function keep(next: readonly string[]): void {
  kept = next
  for (const listener of listeners) listener()
}
