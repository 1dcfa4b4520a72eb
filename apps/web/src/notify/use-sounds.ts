import { useEffect } from 'react'
import { useApp } from '../data/context.ts'
import { readPreferences } from '../data/preferences.ts'
import { announcements } from './announcements.ts'
import { playSound } from './sound.ts'

/** A short sound for what begins to wait or ends while the page is hidden, if the person wants one. */
export function useSounds(): void {
  const { store } = useApp()
  useEffect(
    () =>
      store.view.subscribe((after, before) => {
        const { soundWaiting, soundEnded } = readPreferences()
        if (document.visibilityState === 'visible' || !(soundWaiting || soundEnded)) return
        const news = announcements(before, after)
        if (soundWaiting && news.some(({ kind }) => kind === 'arrival')) playSound('waiting')
        else if (soundEnded && news.some((one) => one.kind === 'said' && one.about === 'turn'))
          playSound('ended')
      }),
    [store],
  )
}
