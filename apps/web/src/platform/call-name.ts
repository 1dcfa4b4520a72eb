import type { CallView } from '@countersign/protocol'
import { callObject, callVerb, isShipped } from '@countersign/protocol/client'

/** A call in one line: what it does and to what, each said once. */
export interface CallName {
  readonly words: string
  /** Empty: the words say it all. */
  readonly object: string
}

/** What a call is called in lists: the verb and the object, or the title of a tool that others bring. */
export function callName(call: CallView): CallName {
  if (isShipped(call)) return { words: callVerb(call), object: callObject(call) }
  const { specifier, title } = call
  return { words: title, object: title.includes(specifier) ? '' : specifier }
}
