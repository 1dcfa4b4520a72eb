import { defineFeature } from '../../platform/feature.ts'
import { late, lazy } from '../../ui/lazy.ts'
import { Title } from './Title.tsx'

const NoticeOffer = late(async () => ({ default: (await import('./NoticeOffer.tsx')).NoticeOffer }))
const Notices = late(async () => ({ default: (await import('./Notices.tsx')).Notices }))

const NotificationsPage = lazy(async () => ({
  default: (await import('./NotificationsPage.tsx')).NotificationsPage,
}))

/** Says that something waits: to screen readers, in the title, on the desktop, by a sound. */
export const notify = defineFeature({
  name: 'notify',
  settings: [{ id: 'notifications', title: 'Notifications', section: NotificationsPage }],
  parts: [
    { at: 'banner', part: NoticeOffer },
    { at: 'over', part: Title },
    { at: 'over', part: Notices },
  ],
})
