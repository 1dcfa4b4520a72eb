import { threadCommands } from '@countersign/protocol'
import { command, OK, refuseCommand, type CommandCall, type SocketCommand } from '../../platform/command.ts'
import type { SocketClient } from '../../platform/socket-client.ts'
import type { Topic } from '../../platform/topic.ts'
import type { WindowSeat } from '../../platform/windows/windows.ts'
import type { ClientTools } from './clients/client-tools.ts'

/** Tools that run in clients: offering them, and the ends of their calls. */
export function clientCommands(
  clients: Pick<ClientTools, 'join'>,
  topic: Topic,
  seatOf: (client: SocketClient) => WindowSeat | undefined = () => undefined,
): {
  readonly commands: readonly SocketCommand[]
  connected(client: SocketClient): () => void
} {
  const joined = new WeakMap<SocketClient, ReturnType<ClientTools['join']>>()
  const of = ({ client }: Pick<CommandCall<never>, 'client'>) => {
    const own = client && joined.get(client)
    if (own === undefined) throw new Error('this command needs a socket')
    return own
  }
  return {
    connected(client) {
      const own = clients.join({
        send: (message) => client.send(message),
        follows: (threadId) => client.follows(topic, threadId),
        seat: seatOf(client),
      })
      joined.set(client, own)
      return () => own.leave()
    },
    commands: [
      command(threadCommands.manifest, async (call) => {
        const offered = await of(call).offer(call.command.tools, { ownPage: call.actor.via === 'page' })
        return offered.ok ? OK : refuseCommand('bad_message', offered.message)
      }),
      command(threadCommands.toolResult, async (call) =>
        of(call).finish(call.command.tool_call_id, call.command)
          ? OK
          : refuseCommand(
              'too_late',
              'nobody is waiting for this result any more, or it is not yours to give',
            ),
      ),
    ],
  }
}
