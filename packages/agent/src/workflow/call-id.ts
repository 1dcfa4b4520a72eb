import { CallId } from '@countersign/protocol'
import { sha256 } from '@countersign/protocol/canonical'

/**
 * Derives the id of a node's call from run, node, item and attempt. A resumed run asks for the same call under the same id, so nothing has to be
 * stored before the call is proposed.
 */
export function nodeCallId(run: CallId, key: string): CallId {
  return CallId.parse(`call_n${sha256(`${run} ${key}`).slice(0, 40)}`)
}
