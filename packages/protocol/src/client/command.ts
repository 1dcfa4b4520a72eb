import type { z } from 'zod'
import type { CommandContract } from '../contract.ts'

/** The fields of a command. The contract has its type, and the connection assigns its id. */
export type CommandFields<Contract extends CommandContract> = Omit<
  z.input<Contract['schema']>,
  'type' | 'request_id'
>

/** Builds a command from its contract, without the id of the request. */
export function buildCommand<const Contract extends CommandContract>(
  contract: Contract,
  fields: CommandFields<Contract>,
): Readonly<Record<string, unknown>> {
  return { type: contract.schema.shape.type.value, ...fields }
}
