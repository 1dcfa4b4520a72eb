import type { Right } from '@countersign/protocol'
import type { Refusal } from '../auth/door.ts'
import type { Actor } from './actor.ts'

/** A feature's own socket, for traffic that must neither wait for cards nor delay them. */
export interface SocketRoute {
  readonly path: string
  readonly needs: Right
  open(socket: ByteSocket, call: SocketCall): SocketEnd | Promise<SocketEnd>
}

export interface ByteSocket {
  /** Bytes are a binary frame, text is a text frame. */
  send(data: Buffer | string): void
  close(code: number, reason: string): void
}

export interface SocketCall {
  readonly actor: Actor
  readonly query: Readonly<Record<string, string | undefined>>
  /** Why the caller may not act as a person now; undefined: they may. */
  personProblem(act: string): Promise<Refusal | undefined>
}

/** Receives what the other end sends. */
export interface SocketEnd {
  received(data: Buffer | string): void
  closed(): void
}
