import { defineFeature } from '../../platform/feature.ts'
import { NoticeOffer } from './NoticeOffer.tsx'
import { Notices } from './Notices.tsx'
import { lazy } from '../../ui/lazy.ts'

const NotificationsPage = lazy(async () => ({
  default: (await import('./NotificationsPage.tsx')).NotificationsPage,
}))

/** Says that something waits: to screen readers, in the title, on the desktop, by a sound. */
export const notify = defineFeature({
  name: 'notify',
  settings: [{ id: 'notifications', title: 'Notifications', section: NotificationsPage }],
  parts: [
    { at: 'banner', part: NoticeOffer },
    { at: 'over', part: Notices },
  ],
})
