import type { CommandContract, ErrorCode, Right, ServerMessage } from '@countersign/protocol'
import type { z } from 'zod'
import type { Actor } from './actor.ts'
import type { SocketClient } from './socket-client.ts'

/** One command, parsed. */
export interface CommandCall<Contract extends CommandContract> {
  readonly actor: Actor
  readonly command: z.output<Contract['schema']>
  /** The connection that it came over; undefined over HTTP, but never for `socketOnly` commands. */
  readonly client: SocketClient | undefined
}

/** A refusal of a command. */
export interface CommandRefused {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly position?: number }
}

export function refuseCommand(code: ErrorCode, message: string, position?: number): CommandRefused {
  return { error: { code, message, ...(position === undefined ? {} : { position }) } }
}

export function noSuchThread(): CommandRefused {
  return refuseCommand('not_found', 'there is no such chat; it may have been deleted')
}

/** The message that answers a command, without its `request_id`; `answered`: the command has already sent it. */
export type CommandAnswer =
  | WithoutId<Extract<ServerMessage, { type: 'ok' }>>
  | WithoutId<Extract<ServerMessage, { type: 'tools' | 'undone' }>>
  | CommandRefused
  | 'answered'
type WithoutId<Message> = Message extends unknown ? Omit<Message, 'request_id'> : never

export const OK = { type: 'ok' } as const

/** A command of any contract, as the server holds it. */
export interface SocketCommand {
  readonly contract: CommandContract
  /** The right that this command needs, if it depends on its content. */
  needs(call: CommandCall<CommandContract>): Right | Promise<Right>
  run(call: CommandCall<CommandContract>): Promise<CommandAnswer>
}

/** Binds a contract to its implementation. */
export function command<const Contract extends CommandContract>(
  contract: Contract,
  run: (call: CommandCall<Contract>) => Promise<CommandAnswer>,
  needs?: (call: CommandCall<Contract>) => Promise<Right>,
): SocketCommand {
  const { needs: least } = contract
  return {
    contract,
    run,
    needs: needs ?? (() => least),
  }
}
