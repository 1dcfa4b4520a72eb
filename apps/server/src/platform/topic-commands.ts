import { topicCommands } from '@countersign/protocol'
import { command, OK, refuseCommand, type SocketCommand } from './command.ts'
import { readTopic, type Topic } from './topic.ts'

/** Following the topics of all features. */
export function followTopics(topics: () => ReadonlyMap<string, Topic>): readonly SocketCommand[] {
  const find = (name: string) => {
    const read = readTopic(name)
    const topic = read && topics().get(read.kind)
    return topic && { topic, id: read.id }
  }
  return [
    command(topicCommands.follow, async ({ actor, client, command: given }) => {
      const found = find(given.topic)
      if (found === undefined || !(await found.topic.mayFollow(actor, found.id)))
        return refuseCommand('not_found', `there is no topic \`${given.topic}\``)
      const { topic, id } = found
      client?.send({ type: 'ok', request_id: given.request_id })
      const seq = await client?.follow(topic, id, given.after_seq)
      client?.send(topic.caughtUp(id, seq ?? given.after_seq))
      return 'answered'
    }),
    command(topicCommands.unfollow, async ({ client, command: given }) => {
      const found = find(given.topic)
      if (found !== undefined) client?.unfollow(found.topic, found.id)
      return OK
    }),
  ]
}
