import { UserId } from '@countersign/protocol'

/** The one person of a machine without accounts. Only the door uses it; everything behind the door gets an actor. */
export function localPerson(): UserId {
  return UserId.parse('usr_local')
}
