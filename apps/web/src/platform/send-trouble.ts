import type { WireError } from '@countersign/protocol'
import { texts } from './texts.ts'

/** A refusal in words that say how to proceed. */
export function sendTrouble(error: WireError): string {
  switch (error.code) {
    case 'unavailable':
      return texts.offline
    case 'mode_changed':
      return texts.modeChanged
    default:
      return error.message
  }
}
