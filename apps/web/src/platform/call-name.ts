import type { CallView } from '@countersign/protocol'
import { callObject, callVerb, isShipped } from '@countersign/protocol/client'

/** A call in one line: the action and its object, without repetition. */
export interface CallName {
  readonly words: string
  /** Empty if the verb says it all. */
  readonly object: string
}

/** The name of a call in lists: verb and object, or the title of an external tool. */
export function callName(call: CallView): CallName {
  if (isShipped(call)) return { words: callVerb(call), object: callObject(call) }
  const { specifier, title } = call
  return { words: title, object: title.includes(specifier) ? '' : specifier }
}
