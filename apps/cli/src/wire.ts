import { terminalHeader } from './terminal-session.ts'
import {
  buildCommand,
  ServerMessage,
  type CommandContract,
  type CommandFields,
  type ThreadEvent,
  type ThreadId,
} from '@countersign/protocol'

/** A connection to the server: commands with their answers, and the events of one thread. */
export interface Wire {
  /** If the connection is lost, the answer is an error with the code `unavailable`. */
  command<const Contract extends CommandContract>(
    contract: Contract,
    fields: CommandFields<Contract>,
  ): Promise<ServerMessage>
  /** Called with every event of the subscribed threads. */
  listen(hear: (threadId: ThreadId, event: ThreadEvent) => void): void
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
  close(): void
}

/** `hear` is called with every message of the server, from the first one on. */
export async function openWire(
  port: number,
  { token, terminal }: { readonly token: string; readonly terminal?: string | undefined },
  hear: (message: ServerMessage) => void = () => {},
): Promise<Wire> {
  // Node's own client accepts headers in addition to the protocols; the browser's types do not have them.
  const options = {
    headers: { authorization: `Bearer ${token}`, ...terminalHeader(terminal) },
  } as unknown as string[] // see above
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, options)
  const answers = new Map<string, (message: ServerMessage) => void>()
  const listeners = new Set<(threadId: ThreadId, event: ThreadEvent) => void>()
  let requests = 0
  socket.addEventListener('message', ({ data }) => {
    const message = ServerMessage.parse(JSON.parse(String(data)))
    hear(message)
    if (message.type === 'event') for (const listen of listeners) listen(message.thread_id, message.event)
    if (!('request_id' in message) || message.request_id === null) return
    answers.get(message.request_id)?.(message)
    answers.delete(message.request_id)
  })
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener('close', () => {
      for (const [request_id, answer] of answers) answer(lost(request_id))
      answers.clear()
      resolve()
    })
  })
  await new Promise<void>((opened, failed) => {
    socket.addEventListener('open', () => opened())
    socket.addEventListener('error', () => failed(new Error('the server refused the connection')))
  })
  return {
    command: (contract, fields) =>
      new Promise((answer) => {
        const request_id = `c${(requests += 1)}`
        if (socket.readyState !== WebSocket.OPEN) return answer(lost(request_id))
        answers.set(request_id, answer)
        socket.send(JSON.stringify({ ...buildCommand(contract, fields), request_id }))
      }),
    listen: (listener) => void listeners.add(listener),
    closed,
    close: () => socket.close(),
  }
}

function lost(request_id: string): ServerMessage {
  const error = { code: 'unavailable', message: 'the connection to the server is lost' } as const
  return { type: 'error', request_id, error }
}
