import { approvalRoutes, workspaceRoutes } from '@countersign/protocol'
import type { CallId, HandOutcome, ThreadId } from '@countersign/protocol'
import { useState } from 'react'
import { call, type HttpResult } from '../../data/http.ts'
import { texts } from './texts.ts'

/** The last action, with the call that undoes it. */
export interface Said {
  readonly ok: boolean
  readonly text: string
  readonly undo: CallId | null
}

/** A person's own file operations: recorded in the audit log under their name. */
export function useHandActs(thread: ThreadId | null, changed: () => void) {
  const [said, setSaid] = useState<Said | null>(null)
  const where = { thread_id: thread ?? undefined }

  async function act(doing: Promise<HttpResult<HandOutcome>>): Promise<boolean> {
    const answer = await doing
    if (!answer.ok) setSaid({ ok: false, text: answer.message, undo: null })
    else {
      const { ok, text, call_id: id } = answer.value
      setSaid({ ok, text, undo: ok ? id : null })
    }
    changed()
    return answer.ok && answer.value.ok
  }

  return {
    said,
    forget: () => setSaid(null),
    createFile: (path: string) =>
      act(call(workspaceRoutes.save, { body: { ...where, path, text: '', expected: null } })),
    createFolder: (path: string) => act(call(workspaceRoutes.makeFolder, { body: { ...where, path } })),
    rename: (path: string, to: string) => act(call(workspaceRoutes.rename, { body: { ...where, path, to } })),
    remove: (path: string) => act(call(workspaceRoutes.delete, { body: { ...where, path } })),
    undo: async (id: CallId): Promise<void> => {
      const answer = await call(approvalRoutes.undoCall, { params: { id }, body: {} })
      setSaid({ ok: answer.ok, text: answer.ok ? texts.undone : answer.message, undo: null })
      changed()
    },
  }
}
