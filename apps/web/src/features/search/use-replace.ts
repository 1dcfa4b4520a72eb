import { approvalRoutes, workspaceRoutes } from '@countersign/protocol'
import type { CallId, ReplacedFile, ThreadId } from '@countersign/protocol'
import { useState } from 'react'
import { call } from '../../data/http.ts'
import { texts } from './texts.ts'

/** The last replacement: one call per file, each in the audit log under the person's name. */
export interface Replaced {
  readonly words: string
  readonly calls: readonly CallId[]
}

/** Writes files in sequence. A file that has changed in the meantime is left alone. */
export function useReplace(thread: ThreadId | null) {
  const [busy, setBusy] = useState(false)
  const [replaced, setReplaced] = useState<Replaced | null>(null)
  return {
    busy,
    replaced,
    async apply(files: readonly ReplacedFile[]): Promise<void> {
      setBusy(true)
      const calls: CallId[] = []
      for (const { path, after, hash } of files) {
        const body = { thread_id: thread ?? undefined, path, text: after, expected: hash }
        const answer = await call(workspaceRoutes.save, { body })
        if (answer.ok && answer.value.ok) calls.push(answer.value.call_id)
      }
      setReplaced({ words: texts.applied(calls.length, files.length - calls.length), calls })
      setBusy(false)
    },
    async undo(): Promise<void> {
      setBusy(true)
      const left: CallId[] = []
      let problem = ''
      for (const id of (replaced?.calls ?? []).toReversed()) {
        const answer = await call(approvalRoutes.undoCall, { params: { id }, body: {} })
        if (answer.ok) continue
        left.push(id)
        problem = answer.message
      }
      const back = (replaced?.calls.length ?? 0) - left.length
      setReplaced({ words: problem === '' ? texts.undone(back) : texts.notUndone(problem), calls: left })
      setBusy(false)
    },
  }
}
