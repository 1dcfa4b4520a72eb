import type { CallView } from '@countersign/protocol'

export function isSubAgent({ tool }: CallView): boolean {
  return tool === 'run_subtask'
}

/** A sub-agent at work: what it says stands where its result will stand. */
export function speaks(call: CallView): boolean {
  return call.state === 'running' && isSubAgent(call)
}
