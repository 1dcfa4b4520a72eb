import type { CallId, TurnId } from '@countersign/protocol'
import { changedFiles } from '@countersign/protocol/client'
import { Suspense, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../../../data/context.ts'
import type { Reply } from '../../../data/requests.ts'
import type { ThreadData } from '../../../data/view.ts'
import type { UndoResult } from '../calls/call-actions.ts'
import { askForReview, reviewPath } from '../../../platform/review.ts'
import { lazy } from '../../../ui/lazy.ts'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { useWorkbench } from '../../../workbench/workbench-context.ts'

const ChangedFiles = lazy(async () => ({ default: (await import('./ChangedFiles.tsx')).ChangedFiles }))

/** The changes of a turn, with ways to undo them. */
export function TurnChanges({ data, turn }: { data: ThreadData; turn: TurnId }) {
  const { client } = useApp()
  const files = useMemo(() => changedFiles(data, turn), [data, turn])
  const { thread: docked, open } = useWorkbench()
  const [, navigate] = useLocation()
  const narrow = useNarrow()
  if (files.length === 0) return null
  /** Newest call first: each one restores the state before it. */
  const undoCalls = async (calls: readonly CallId[], skip: boolean): Promise<UndoResult> => {
    let last: UndoResult = { ok: true, undo: null }
    for (const id of calls.toReversed()) {
      const call = data.calls.get(id)
      if (call === undefined || !('undo' in call) || call.undo !== 'possible') continue
      last = resultOf(await client.undo({ call: id }, skip))
      if (!last.ok || (last.undo?.conflicts.length ?? 0) > 0) break
    }
    return last
  }
  const review = (): void => {
    if (docked === null) navigate(reviewPath(data.thread.id, turn, narrow))
    else {
      open('changes', { turn })
      askForReview(turn)
    }
  }
  return (
    <Suspense>
      <ChangedFiles
        files={files}
        onReview={review}
        onUndoAll={async (skip) => resultOf(await client.undo({ turn }, skip))}
        onUndo={(file, skip) => undoCalls(file.calls, skip)}
      />
    </Suspense>
  )
}

function resultOf(reply: Reply): UndoResult {
  return reply.ok ? { ok: true, undo: reply.undo ?? null } : { ok: false, message: reply.error.message }
}
