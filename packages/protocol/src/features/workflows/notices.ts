import { z } from 'zod'
import { defineRoute } from '../../contract.ts'
import { Instant } from '../../ids.ts'
import { Done } from '../../common.ts'
import { RunId } from './common.ts'

/** Something that a workflow tells its person. */
export const NoticeView = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  run_id: RunId.nullable(),
  at: Instant,
  seen_at: Instant.nullable(),
})
export type NoticeView = z.infer<typeof NoticeView>

/** Events of the topic that `GET /api/notices` names. */
export const NoticeEvent = z.object({ type: z.literal('notice_added'), notice: NoticeView })
export type NoticeEvent = z.infer<typeof NoticeEvent>

/** What workflows tell their person. */
export const noticeRoutes = {
  notices: defineRoute({
    method: 'GET',
    path: '/api/notices',
    needs: 'read',
    about: 'what workflows told you, the newest first, and the topic that tells of new ones',
    reply: z.object({ notices: z.array(NoticeView).readonly(), topic: z.string() }),
  }),
  seeNotices: defineRoute({
    method: 'POST',
    path: '/api/notices/seen',
    needs: 'propose',
    about: 'says that you saw what was told up to now',
    reply: Done,
  }),
}
