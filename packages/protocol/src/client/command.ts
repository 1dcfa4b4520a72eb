import type { z } from 'zod'
import type { CommandContract } from '../contract.ts'

/** What a client says in a command. Its type stands in the contract, and the connection numbers it. */
export type CommandFields<Contract extends CommandContract> = Omit<
  z.input<Contract['schema']>,
  'type' | 'request_id'
>

/** Writes a command by its contract, without the id of the request. */
export function buildCommand<const Contract extends CommandContract>(
  contract: Contract,
  fields: CommandFields<Contract>,
): Readonly<Record<string, unknown>> {
  return { type: contract.schema.shape.type.value, ...fields }
}
