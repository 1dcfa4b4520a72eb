import { useSyncExternalStore } from 'react'

/** Below this there is one place at a time, and no dock. */
const NARROW = '(width < 45rem)'

/** The phone layout holds: a narrow screen, or a wide one at 400 % zoom. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
