import { changeRoutes } from '@countersign/protocol'
import type { CallId, ChangedHunk, ChangedPath, ChangesView, ThreadId, TurnId } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useClock, useView } from '../../data/context.ts'
import { call, valueOf, type HttpResult } from '../../data/http.ts'
import type { ScopeName } from './change-rows.ts'
import { texts } from './texts.ts'

/** Milliseconds between two reloads, for unreported changes: edits in other programs. */
const LOOK_EVERY = 10_000

export interface Said {
  readonly ok: boolean
  readonly text: string
}

/** The start of a moment's day, in local time. */
function dayStart(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}

/** The changes, reloaded whenever a call of the thread ends, and a person's actions on them. */
export function useChanges(thread: ThreadId, scope: ScopeName, turn: TurnId | null) {
  const queries = useQueryClient()
  const clock = useClock()
  const [said, setSaid] = useState<Said | null>(null)
  const since = scope === 'day' ? dayStart(clock.now()) : undefined
  const found = useQuery({
    queryKey: ['changes', thread, since ?? 'chat'],
    queryFn: ({ signal }) =>
      valueOf(call(changeRoutes.list, { query: { thread_id: thread, since } }, signal)),
    staleTime: 0,
    refetchInterval: LOOK_EVERY,
    retry: false,
    placeholderData: (before) => before,
  })
  const lookAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: ['changes', thread] }),
    [queries, thread],
  )
  const calls = useView((view) => {
    const opened = view.open.get(thread)
    return opened?.state === 'ready' ? opened.calls : undefined
  })
  useEffect(() => {
    if (calls !== undefined) void lookAgain()
  }, [calls, lookAgain])

  async function tell<T>(doing: Promise<HttpResult<T>>, words: (value: T) => Said): Promise<void> {
    const answer = await doing
    setSaid(answer.ok ? words(answer.value) : { ok: false, text: answer.message })
    await lookAgain()
  }

  const partOf = ({ call_id, id }: ChangedHunk) => ({ call_id, hunk: id })
  return {
    view: found.data satisfies ChangesView | undefined,
    problem: found.error?.message ?? null,
    said,
    lookAgain,
    undo: (file: ChangedPath, hunk: ChangedHunk, back: boolean) =>
      tell(
        call(changeRoutes.undo, {
          body: { thread_id: thread, path: file.path, parts: [partOf(hunk)], back },
        }),
        ({ ok, text }) => ({ ok, text }),
      ),
    keep: async (file: ChangedPath, hunk: ChangedHunk, kept: boolean): Promise<void> => {
      const parts = [{ ...partOf(hunk), path: file.path }]
      const answer = await call(changeRoutes.keep, { body: { thread_id: thread, parts, kept } })
      if (!answer.ok) setSaid({ ok: false, text: answer.message })
      await lookAgain()
    },
    undoAll: () =>
      tell(
        call(changeRoutes.undoAll, {
          body: { thread_id: thread, since, turn_id: scope === 'turn' ? (turn ?? undefined) : undefined },
        }),
        ({ files }) => ({
          ok: files.every(({ ok }) => ok),
          text:
            files.length === 0
              ? texts.nothingToUndo
              : texts.undoneAll(
                  files.filter(({ ok }) => ok).length,
                  files.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
                ),
        }),
      ),
  }
}
export type Changes = ReturnType<typeof useChanges>

/** How the files differ from their state after a call. Null: not requested. */
export function useThen(thread: ThreadId, call_id: CallId | null) {
  return useQuery({
    queryKey: ['changes', thread, 'then', call_id],
    queryFn: ({ signal }) =>
      call_id === null
        ? Promise.resolve(null)
        : valueOf(call(changeRoutes.since, { query: { thread_id: thread, call_id } }, signal)),
    staleTime: 0,
    retry: false,
  })
}
