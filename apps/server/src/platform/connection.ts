import type { Clock } from '@countersign/agent'
import type { Right, ServerMessage, WireError } from '@countersign/protocol'
import type { Logger } from 'pino'
import { whyAway } from '../why-away.ts'
import type { Actor } from './actor.ts'
import type { CommandAnswer, SocketCommand } from './command.ts'
import { followed } from './followed.ts'
import { legacyNotes } from './legacy-notes.ts'
import { readCommand } from './read-command.ts'
import type { SocketClient } from './socket-client.ts'
import type { Topic } from './topic.ts'

/** The part of a socket that the rest of the server needs. */
export interface Socket {
  send(text: string): void
  /** Bytes that wait to be sent. */
  readonly backlog: number
  close(code: number, reason: string): void
}

export interface ConnectionParts {
  readonly actor: Actor
  readonly commands: ReadonlyMap<string, SocketCommand>
  /** Called for every connection; each returns a callback for its end. */
  readonly connected: readonly ((client: SocketClient) => () => void)[]
  /** Why this client may not act as a person now; undefined: it may. */
  personProblem(act: string): Promise<WireError | undefined>
  readonly clock: Clock
  readonly version: string
  readonly boot: string
  failed(what: string, cause: unknown): void
  readonly log: Pick<Logger, 'warn'>
}

export interface Connection {
  receive(text: string): Promise<void>
  /** A topic may have new events. */
  hint(topic: string): void
  /** The socket is closed: nothing more is sent. Commands that arrived before are still served. */
  left(): void
}

/** Commands of one client that may wait; a client that sends more is cut off. */
const QUEUE_LIMIT = 10_000
/** A client this many bytes behind is disconnected; it reconnects and replays. */
const BACKLOG_LIMIT = 20_000_000

export function openConnection(parts: ConnectionParts, socket: Socket): Connection {
  const topics = followed({ socket, sendText, failed: parts.failed })
  const noteLegacy = legacyNotes(parts.log)
  const client: SocketClient = {
    actor: parts.actor,
    send,
    sendText,
    follow: (topic, id, after) => topics.follow(nameOf(topic, id), topic, id, after),
    unfollow: (topic, id) => topics.unfollow(nameOf(topic, id)),
    follows: (topic, id) => topics.follows(nameOf(topic, id)),
  }

  function send(message: ServerMessage): void {
    sendText(JSON.stringify(message))
  }

  function sendText(text: string): void {
    if (socket.backlog > BACKLOG_LIMIT) socket.close(1013, 'too slow')
    else socket.send(text)
  }

  function refuse(requestId: string | null, error: WireError): void {
    send({ type: 'error', request_id: requestId, error })
  }

  async function answer(text: string): Promise<void> {
    const read = readCommand(text, parts.commands)
    if (!read.ok) return refuse(read.requestId, read.error)
    const { command, value } = read
    noteLegacy(value.type, read.legacy)
    const { request_id } = value
    const call = { actor: parts.actor, command: value, client }
    try {
      const right: Right = await command.needs(call)
      const problem = right === 'person' ? await parts.personProblem(value.type) : undefined
      if (problem !== undefined) return refuse(request_id, problem)
      const given = await command.run(call)
      if (given !== 'answered') send(answerMessage(given, request_id))
    } catch (cause) {
      parts.failed(`command ${value.type}`, cause)
      const away = whyAway(cause)
      refuse(request_id, {
        code: away === undefined ? 'internal' : 'unavailable',
        message: `${away ?? 'this could not be done'}; nothing was changed`,
      })
    }
  }

  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  send({ type: 'welcome', server_time: parts.clock.now(), version: parts.version, boot: parts.boot })
  const leaves = parts.connected.map((connected) => connected(client))

  return {
    hint: (topic) => topics.hint(topic),
    left() {
      for (const leave of leaves) leave()
      topics.clear()
    },
    receive(text) {
      waiting += 1
      if (waiting > QUEUE_LIMIT) {
        socket.close(1008, 'too many commands at once')
        return Promise.resolve()
      }
      // In sequence: an answer never overtakes the command that it depends on, and a flood only fills this client's own queue.
      last = last
        .then(() => answer(text))
        .finally(() => {
          waiting -= 1
        })
      return last
    },
  }
}

/** The complete message that answers a command. */
export function answerMessage(
  answer: Exclude<CommandAnswer, 'answered'>,
  request_id: string,
): Extract<ServerMessage, { readonly request_id: string | null }> {
  return 'error' in answer ? { type: 'error', request_id, ...answer } : { ...answer, request_id }
}

function nameOf(topic: Topic, id: string): string {
  return `${topic.kind}:${id}`
}
