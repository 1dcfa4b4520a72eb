import { z } from 'zod'
import { defineCommand } from '../contract.ts'
import { request_id } from '../common.ts'

/** `kind:id`, as in `terminal:term_1`. */
export const TopicName = z.string().regex(/^[a-z][a-z_]{0,39}:[!-~]{1,200}$/, 'a kind, a colon and an id')

/** Following what happens elsewhere than in a chat. */
export const topicCommands = {
  follow: defineCommand({
    needs: 'read',
    about:
      'Events of a topic from `after_seq` on: what was missed first, as `topic_event`, then `topic_caught_up`, then live.',
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
    about: 'No more events of a topic.',
    socketOnly: true,
    schema: z.object({ type: z.literal('unfollow'), request_id, topic: TopicName }),
  }),
}
