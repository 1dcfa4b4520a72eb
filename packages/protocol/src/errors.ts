import { z } from 'zod'

/** Every refusal that can cross the wire, a closed list, so that clients can switch over it. */
export const ErrorCode = z.enum([
  'bad_message',
  'unauthorized',
  'foreign_origin',
  'person_needed',
  'terminal_code_needed',
  'not_found',
  'not_owner',
  'already_settled',
  'too_late',
  'hash_mismatch',
  'mode_changed',
  'mode_forbidden',
  'bad_rule',
  'bad_parts',
  'turn_running',
  'nothing_running',
  'too_large',
  'rate_limited',
  'unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** An error for people and clients: lower case, names in backticks, with what to do next. */
export const WireError = z.object({
  code: ErrorCode,
  message: z.string(),
  /** The position in the input, for `bad_rule` and `bad_message`. */
  position: z.number().int().optional(),
})
export type WireError = z.infer<typeof WireError>
