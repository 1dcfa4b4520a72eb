import { CallId } from '@countersign/protocol'
import { sha256 } from '../call/hash.ts'

/**
 * The id of the call of a node: derived from the run and from node, item and try. A run that is taken up again asks for the same call under the same
 * id, so nothing has to be written down before the call is proposed.
 */
export function nodeCallId(run: CallId, key: string): CallId {
  return CallId.parse(`call_n${sha256(`${run} ${key}`).slice(0, 40)}`)
}
