import type { CallStore } from '@countersign/agent'
import type { chunkStream } from './chunk-stream.ts'
import type { Turns } from './ports.ts'

/** The live stream in addition to the journal. */
type Streamed = ReturnType<typeof chunkStream>

/** A journal that flushes streamed text to the outbox before it appends the entry that makes it final, and stores the thoughts in that entry. */
export function flushBeforeJournal(
  turns: Turns,
  { flush, thoughts }: Pick<Streamed, 'flush' | 'thoughts'>,
): Pick<Turns, 'load' | 'append' | 'hold'> {
  return {
    async load(turnId) {
      const entries = await turns.load(turnId)
      thoughts.resume(entries)
      return entries
    },
    async append(lease, entry) {
      await flush()
      await turns.append(lease, thoughts.into(entry))
    },
    async hold(lease, entry) {
      await flush()
      return turns.hold(lease, thoughts.into(entry))
    },
  }
}

/** A call store that stops streaming a call's output once its result is written. */
export function endOutputWithResult(
  calls: CallStore,
  { resultWritten }: Pick<Streamed, 'resultWritten'>,
): CallStore {
  return {
    ...calls,
    async end(lease, id, result) {
      const ended = await calls.end(lease, id, result)
      if (ended) resultWritten(id)
      return ended
    },
  }
}
