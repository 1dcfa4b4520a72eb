import { setTimeout as delay } from 'node:timers/promises'
import {
  ClientCommand,
  type ServerMessage,
  type ThreadId,
  type UserId,
  type WireError,
} from '@countersign/protocol'
import type { ClientTools } from '../clients/client-tools.ts'
import { whyAway } from '../why-away.ts'
import { runCommand, type CommandParts } from './commands.ts'
import type { Overviews } from './overviews.ts'
import { eventText } from './shared-reads.ts'

/** One socket, as far as the rest needs it. */
export interface Socket {
  send(text: string): void
  /** Bytes that wait to be sent. */
  readonly backlog: number
  close(code: number, reason: string): void
}

export interface ConnectionParts extends CommandParts {
  readonly user: UserId
  readonly clients: Pick<ClientTools, 'join'>
  readonly overviews: Pick<Overviews, 'join'>
  /** Why this client may not send this command now; undefined: it may. */
  mayNot(command: ClientCommand): Promise<WireError | undefined>
  readonly version: string
  readonly boot: string
  readonly failed: (what: string, cause: unknown) => void
}

/** Longest text of one message, in characters. */
export const FRAME_LIMIT = 1_000_000
/** Commands of one client that may wait; a client that sends more is cut off. */
const QUEUE_LIMIT = 10_000
/** Events read from the outbox at once. */
const PAGE = 500
/** Milliseconds after which events that could not be read are read again. */
const READ_AGAIN = 1000
/** Bytes of a replay that wait to be sent before the next page is read. */
const REPLAY_BACKLOG = 1_000_000
/** A client that reads slower than this many bytes behind is cut off; it reconnects and replays. */
const BACKLOG_LIMIT = 20_000_000

export interface Connection {
  receive(text: string): Promise<void>
  hint(threadId: ThreadId): void
  /** The socket is closed: nothing more is sent. What it asked for before is still done. */
  left(): void
}

/** A person's connection: what they follow, and how far they have read. */
export function openConnection(parts: ConnectionParts, socket: Socket): Connection {
  const follows = new Map<ThreadId, Follow>()
  const client = parts.clients.join({ send, follows: (threadId) => follows.has(threadId) })

  function send(message: ServerMessage): void {
    sendText(JSON.stringify(message))
  }

  function sendText(text: string): void {
    if (socket.backlog > BACKLOG_LIMIT) socket.close(1013, 'too slow')
    else socket.send(text)
  }

  /** Sends what is new in a thread, in order; a hint that comes meanwhile makes one more round. */
  async function pump(threadId: ThreadId, follow: Follow): Promise<void> {
    if (follow.pumping) {
      follow.again = true
      return
    }
    follow.pumping = true
    try {
      do {
        follow.again = false
        for (;;) {
          const events = await parts.outbox.read(threadId, follow.seq, PAGE)
          if (follows.get(threadId) !== follow) return
          for (const numbered of events) {
            sendText(eventText(numbered))
            follow.seq = numbered.seq
          }
          if (events.length < PAGE) break
          // A long replay goes as fast as the client reads it.
          while (socket.backlog > REPLAY_BACKLOG && follows.get(threadId) === follow) await delay(20)
        }
      } while (follow.again)
    } finally {
      follow.pumping = false
    }
  }

  function hint(threadId: ThreadId): void {
    const follow = follows.get(threadId)
    if (follow === undefined) return
    pump(threadId, follow).catch((cause: unknown) => {
      parts.failed('sending events', cause)
      // Nobody says it once more: what it was about may be the last for long.
      setTimeout(() => hint(threadId), READ_AGAIN).unref()
    })
  }

  function refuse(requestId: string | null, error: WireError): void {
    send({ type: 'error', request_id: requestId, error })
  }

  async function subscribe(command: Extract<ClientCommand, { type: 'subscribe' }>): Promise<void> {
    const thread = await parts.threads.get(parts.user, command.thread_id)
    if (!thread) {
      refuse(command.request_id, {
        code: 'not_found',
        message: 'there is no such chat; it may have been deleted',
      })
      return
    }
    const follow: Follow = { seq: command.after_seq, pumping: false, again: false }
    follows.set(command.thread_id, follow)
    send({ type: 'ok', request_id: command.request_id, thread_id: command.thread_id })
    await pump(command.thread_id, follow)
    send({ type: 'caught_up', thread_id: command.thread_id, seq: follow.seq })
  }

  async function obey(command: ClientCommand): Promise<void> {
    switch (command.type) {
      case 'subscribe':
        return subscribe(command)
      case 'unsubscribe':
        follows.delete(command.thread_id)
        return send({ type: 'ok', request_id: command.request_id, thread_id: command.thread_id })
      case 'manifest': {
        const offered = await client.offer(command.tools)
        return offered.ok
          ? send({ type: 'ok', request_id: command.request_id })
          : refuse(command.request_id, { code: 'bad_message', message: offered.message })
      }
      case 'tool_run_result':
        return client.finish(command.tool_call_id, command)
          ? send({ type: 'ok', request_id: command.request_id })
          : refuse(command.request_id, {
              code: 'too_late',
              message: 'nobody waits for this result any more, or it is not yours to give',
            })
      // Everything else is answered by exactly one message: the type of `runCommand` sees to it that nothing is missing there.
      default:
        return send(await runCommand(parts, parts.user, command))
    }
  }

  async function answer(text: string): Promise<void> {
    const command = readCommand(text)
    if (!command.ok) return refuse(command.requestId, command.error)
    try {
      const problem = await parts.mayNot(command.value)
      if (problem !== undefined) return refuse(command.value.request_id, problem)
      await obey(command.value)
    } catch (cause) {
      parts.failed(`command ${command.value.type}`, cause)
      const away = whyAway(cause)
      refuse(command.value.request_id, {
        code: away === undefined ? 'internal' : 'unavailable',
        message: `${away ?? 'this could not be done'}; nothing was changed by it`,
      })
    }
  }

  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  send({ type: 'welcome', server_time: parts.clock.now(), version: parts.version, boot: parts.boot })
  const leaveLists = parts.overviews.join(parts.user, sendText)

  return {
    hint,
    left() {
      client.leave()
      leaveLists()
      follows.clear()
    },
    receive(text) {
      waiting += 1
      if (waiting > QUEUE_LIMIT) {
        socket.close(1008, 'too many commands at once')
        return Promise.resolve()
      }
      // One after the other: an answer never overtakes the command it depends on, and a flood is this client's own queue.
      last = last
        .then(() => answer(text))
        .finally(() => {
          waiting -= 1
        })
      return last
    },
  }
}

interface Follow {
  seq: number
  pumping: boolean
  again: boolean
}

type ReadCommand =
  | { readonly ok: true; readonly value: ClientCommand }
  | { readonly ok: false; readonly requestId: string | null; readonly error: WireError }

function readCommand(text: string): ReadCommand {
  if (text.length > FRAME_LIMIT)
    return bad(null, `a message is at most ${FRAME_LIMIT} characters`, 'too_large')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return bad(null, 'a message is one JSON object')
  }
  const parsed = ClientCommand.safeParse(json)
  if (parsed.success) return { ok: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  const where = issue && issue.path.length > 0 ? ` at \`${issue.path.join('.')}\`` : ''
  return bad(requestIdOf(json), `this is no command we know${where}: ${issue?.message ?? 'unreadable'}`)
}

function bad(
  requestId: string | null,
  message: string,
  code: WireError['code'] = 'bad_message',
): ReadCommand {
  return { ok: false, requestId, error: { code, message } }
}

function requestIdOf(json: unknown): string | null {
  if (
    typeof json !== 'object' ||
    json === null ||
    !Object.hasOwn(json, 'request_id') ||
    !('request_id' in json)
  )
    return null
  return typeof json.request_id === 'string' ? json.request_id.slice(0, 64) : null
}
