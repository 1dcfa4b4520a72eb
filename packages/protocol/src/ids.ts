import { z } from 'zod'

/** Ids are prefixed on the wire and branded in the types, so that a `CallId` cannot be passed for a `TurnId`. */
function id<const Prefix extends string>(prefix: Prefix) {
  return z
    .string()
    .max(64)
    .regex(new RegExp(`^${prefix}_[0-9A-Za-z]{1,58}$`), `an id that starts with \`${prefix}_\``)
    .brand<Prefix>()
}

export const ThreadId = id('thr')
export const TurnId = id('trn')
export const MessageId = id('msg')
export const CallId = id('call')
export const ApprovalId = id('apr')
export const RuleId = id('rule')
export const UserId = id('usr')
export const HandId = id('hnd')

export type ThreadId = z.infer<typeof ThreadId>
export type TurnId = z.infer<typeof TurnId>
export type MessageId = z.infer<typeof MessageId>
export type CallId = z.infer<typeof CallId>
export type ApprovalId = z.infer<typeof ApprovalId>
export type RuleId = z.infer<typeof RuleId>
export type UserId = z.infer<typeof UserId>
export type HandId = z.infer<typeof HandId>

/** Milliseconds since the epoch, on the server's clock. */
export const Instant = z.number().int().nonnegative()
export type Instant = z.infer<typeof Instant>
