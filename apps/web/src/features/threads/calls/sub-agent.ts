import type { CallView } from '@countersign/protocol'

export function isSubAgent({ tool }: CallView): boolean {
  return tool === 'run_subtask'
}

/** A working sub-agent: its text is shown where its result will be. */
export function speaks(call: CallView): boolean {
  return call.state === 'running' && isSubAgent(call)
}
