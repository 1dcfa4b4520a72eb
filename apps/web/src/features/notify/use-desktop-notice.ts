import type { ThreadId } from '@countersign/protocol'
import { useEffect } from 'react'
import { useApp } from '../../data/context.ts'
import { readPreferences } from '../../data/preferences.ts'
import { showsThread } from '../../platform/thread-path.ts'
import { announcements } from './announcements.ts'
import { noticeFor } from './desktop-notice.ts'

/**
 * A desktop notification for questions that arrive unseen: only in a hidden page or for a thread that is not on screen, only if the person
 * allowed it, one per thread, replaced and not stacked. It opens the card and carries no answer (K8).
 */
export function useDesktopNotice(open: (path: string) => void): void {
  const { store } = useApp()
  useEffect(
    () =>
      store.view.subscribe((after, before) => {
        if (!('Notification' in window)) return
        const { desktop, show_specifier: details } = readPreferences().notifications
        if (Notification.permission !== 'granted' || !desktop) return
        for (const news of announcements(before, after)) {
          if (news.kind !== 'arrival' || isSeen(news.question.call.thread_id)) continue
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

/** The waiting list shows every thread. */
function isSeen(thread: ThreadId): boolean {
  if (document.visibilityState !== 'visible') return false
  const { pathname } = window.location
  return pathname === '/waiting' || showsThread(pathname, thread)
}
