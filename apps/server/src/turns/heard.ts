import type { CallStore } from '@countersign/agent'
import type { chunkStream } from './chunk-stream.ts'
import type { Turns } from './ports.ts'

/** What is streamed beside what is written. */
type Streamed = ReturnType<typeof chunkStream>

/** The journal: text reaches the outbox before the entry that makes it final, and what was thought goes into that entry. */
export function heardJournal(
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

/** Calls: once the end of one is written, with its result, nothing more of its output is told. */
export function watchedCalls(
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
