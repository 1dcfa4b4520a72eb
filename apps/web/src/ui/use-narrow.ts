import { useCallback, useSyncExternalStore } from 'react'

/** The phone layout applies: a narrow screen, or a wide one at 400 % zoom. It shows one place at a time and has no dock. */
export function useNarrow(): boolean {
  return useMedia('(width < 45rem)')
}

/** There is room for two columns of text. */
export function useWide(): boolean {
  return useMedia('(width >= 64rem)')
}

/** Whether a media query matches now. */
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
