import { CallId } from '@countersign/protocol'
import { z } from 'zod'
import type { OtherProcesses } from './relay/other-processes.ts'

/**
 * Calls of agents whose processes go on after them, in every server process: the rows of the calls say that they ended, and what such a process does
 * is still the agent's doing.
 */
export interface LeftRunning {
  /** Resolves once every server process knows it. The returned function is called when the process has ended. */
  began(call: CallId): Promise<() => void>
  calls(): ReadonlySet<CallId>
}

/** Milliseconds for which an ended process still counts: its last changes may be seen later. */
const SEEN_WITHIN = 15_000

export function openLeftRunning(
  others: Pick<OtherProcesses, 'share'>,
  failed: (what: string, cause: unknown) => void,
): LeftRunning {
  const here = new Set<CallId>()
  const shared = others.share({
    part: 'left-running',
    schema: z.literal(true),
    answer: () => Promise.resolve(undefined),
  })
  const forget = (call: CallId): void => {
    here.delete(call)
    shared.show(call, undefined).catch((cause: unknown) => failed('an ended process', cause))
  }
  return {
    async began(call) {
      here.add(call)
      await shared.show(call, true)
      return () => void setTimeout(() => forget(call), SEEN_WITHIN).unref()
    },
    calls: () => new Set([...here, ...shared.others().map(({ id }) => CallId.parse(id))]),
  }
}
