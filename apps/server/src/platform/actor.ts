import type { UserId } from '@countersign/protocol'

/** Who acts, and from where. It is made at the door and passed on: nothing below reads it from a constant. */
export interface Actor {
  readonly user: UserId
  /** Everyone on a machine without accounts owns it. */
  readonly role: 'owner'
  /** `host`: the process that runs this server. `job`: repeating work without a request. */
  readonly via: 'page' | 'terminal' | 'program' | 'host' | 'job'
  /** The page's session, where there is one. */
  readonly session?: string
}
