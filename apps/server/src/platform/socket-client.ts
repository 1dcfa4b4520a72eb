import type { ServerMessage } from '@countersign/protocol'
import type { Actor } from './actor.ts'
import type { Topic } from './topic.ts'

/** One connection, as features see it. */
export interface SocketClient {
  readonly actor: Actor
  send(message: ServerMessage): void
  sendText(text: string): void
  /** Sends the missed events of a topic, then new ones; resolves with the number of the last missed event. */
  follow(topic: Topic, id: string, after: number): Promise<number>
  unfollow(topic: Topic, id: string): void
  follows(topic: Topic, id: string): boolean
}

/** The part of an open socket that signing out needs. */
export interface OpenSocket {
  readonly session: string | undefined
  close(): void
}
