import { z } from 'zod'
import { defineCommand } from '../contract.ts'
import { request_id } from '../common.ts'

/** `kind:id`, as in `terminal:term_1`. */
export const TopicName = z.string().regex(/^[a-z][a-z_]{0,39}:[!-~]{1,200}$/, 'a kind, a colon and an id')

/** Following events outside of threads. */
export const topicCommands = {
  follow: defineCommand({
    needs: 'read',
    about:
      'Sends the events of a topic from `after_seq` on: missed ones first, as `topic_event`, then `topic_caught_up`, then live ones.',
    socketOnly: true,
    schema: z.object({
      type: z.literal('follow'),
      request_id,
      topic: TopicName,
      after_seq: z.number().int().nonnegative(),
    }),
  }),
  unfollow: defineCommand({
    needs: 'read',
    about: 'Stops the events of a topic.',
    socketOnly: true,
    schema: z.object({ type: z.literal('unfollow'), request_id, topic: TopicName }),
  }),
}
