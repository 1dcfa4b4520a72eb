import { ThreadId, threadCommands } from '@countersign/protocol'
import { command, noSuchThread, type SocketCommand } from '../../platform/command.ts'
import type { Topic } from '../../platform/topic.ts'
import type { Outbox } from '../../turns/outbox.ts'
import type { Threads } from '../../turns/ports.ts'
import { eventText } from './shared-reads.ts'

/** Events of chats, as clients follow them. */
export function threadTopic(threads: Pick<Threads, 'get'>, outbox: Pick<Outbox, 'read'>): Topic {
  return {
    kind: 'thread',
    mayFollow: async ({ user }, id) => {
      const parsed = ThreadId.safeParse(id)
      return parsed.success && (await threads.get(user, parsed.data)) !== undefined
    },
    async read(id, after, limit) {
      const events = await outbox.read(ThreadId.parse(id), after, limit)
      return events.map((event) => ({ seq: event.seq, text: () => eventText(event) }))
    },
    caughtUp: (id, seq) => ({ type: 'caught_up', thread_id: ThreadId.parse(id), seq }),
  }
}

/** Following threads. The answer comes before the first event, and `caught_up` after the last missed one. */
export function followCommands(topic: Topic): readonly SocketCommand[] {
  return [
    command(threadCommands.subscribe, async ({ actor, client, command: given }) => {
      const { thread_id, request_id, after_seq } = given
      if (!(await topic.mayFollow(actor, thread_id))) return noSuchThread()
      client?.send({ type: 'ok', request_id, thread_id })
      const seq = await client?.follow(topic, thread_id, after_seq)
      client?.send(topic.caughtUp(thread_id, seq ?? after_seq))
      return 'answered'
    }),
    command(threadCommands.unsubscribe, async ({ client, command: { thread_id } }) => {
      client?.unfollow(topic, thread_id)
      return { type: 'ok', thread_id }
    }),
  ]
}
