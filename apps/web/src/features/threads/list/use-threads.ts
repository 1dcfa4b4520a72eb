import type { ThreadId } from '@countersign/protocol'
import { useMemo } from 'react'
import { useView } from '../../../data/context.ts'
import { useQuestions } from '../../../platform/use-questions.ts'
import { listRows } from './thread-groups.ts'
import type { ThreadRow } from './thread-groups.ts'

/** All threads as rows; null until they are known. */
export function useThreads(): readonly ThreadRow[] | null {
  const threads = useView((view) => view.threads)
  const questions = useQuestions()
  return useMemo(() => {
    if (threads === null) return null
    const waits = new Map<ThreadId, number>()
    for (const { call } of questions) waits.set(call.thread_id, (waits.get(call.thread_id) ?? 0) + 1)
    return listRows(threads, waits)
  }, [threads, questions])
}
