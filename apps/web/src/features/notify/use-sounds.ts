import { useEffect } from 'react'
import { useApp } from '../../data/context.ts'
import { readPreferences } from '../../data/preferences.ts'
import { announcements } from './announcements.ts'
import { playSound } from './sound.ts'

/** A short sound when something begins to wait or ends while the page is hidden, if the person wants one. */
export function useSounds(): void {
  const { store } = useApp()
  useEffect(
    () =>
      store.view.subscribe((after, before) => {
        const { waiting, turn_ended: ended } = readPreferences().sounds
        if (document.visibilityState === 'visible' || !(waiting || ended)) return
        const news = announcements(before, after)
        if (waiting && news.some(({ kind }) => kind === 'arrival')) playSound('waiting')
        else if (ended && news.some((one) => one.kind === 'said' && one.about === 'turn')) playSound('ended')
      }),
    [store],
  )
}
