import { UserId } from '@countersign/protocol'

/** The one person of a machine without accounts. Only the door asks for it; everything behind the door is handed an actor. */
export function localPerson(): UserId {
  return UserId.parse('usr_local')
}
