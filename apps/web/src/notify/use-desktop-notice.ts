import { useEffect } from 'react'
import { useApp } from '../data/context.ts'
import { readPreferences } from '../data/preferences.ts'
import { announcements } from './announcements.ts'
import { noticeFor } from './desktop-notice.ts'

/**
 * A desktop notification for what arrives while nobody looks: only in a hidden page, only if the person allowed it,
 * one for each chat, replaced and not stacked. It opens the card and carries no answer (K8).
 */
export function useDesktopNotice(open: (path: string) => void): void {
  const { store } = useApp()
  useEffect(
    () =>
      store.view.subscribe((after, before) => {
        if (!('Notification' in window) || document.visibilityState === 'visible') return
        const { desktop, show_specifier: details } = readPreferences().notifications
        if (Notification.permission !== 'granted' || !desktop) return
        for (const news of announcements(before, after)) {
          if (news.kind !== 'arrival') continue
          const notice = noticeFor(news.question, details)
          const shown = new Notification(notice.title, { body: notice.body, tag: notice.tag })
          shown.addEventListener('click', () => {
            window.focus()
            open(notice.path)
            shown.close()
          })
        }
      }),
    [store, open],
  )
}
