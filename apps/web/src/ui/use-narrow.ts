import { useCallback, useSyncExternalStore } from 'react'

/** The phone layout holds: a narrow screen, or a wide one at 400 % zoom. There is one place at a time, and no dock. */
export function useNarrow(): boolean {
  return useMedia('(width < 45rem)')
}

/** Two columns of text fit beside each other. */
export function useWide(): boolean {
  return useMedia('(width >= 64rem)')
}

/** Whether a media query holds now. */
export function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches)
}
