import { terminalRoutes, type TerminalList, type TerminalView, type ThreadId } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, type HttpResult } from '../../data/http.ts'
import type { PaneParams } from '../../platform/feature.ts'

/** Milliseconds between two reloads of the list of terminals. */
const LOOK_EVERY = 3000
/** A size before the pane has been measured. */
const SIZE = { cols: 80, rows: 24 }

/** The terminals of this folder and of the agent of this chat. */
export function useTerminals(thread: ThreadId | null) {
  const queries = useQueryClient()
  const thread_id = thread ?? undefined
  const found = useQuery({
    queryKey: ['terminals', thread],
    queryFn: ({ signal }) => call(terminalRoutes.list, { query: { thread_id } }, signal),
    staleTime: 0,
    refetchInterval: LOOK_EVERY,
    structuralSharing: true,
  })
  const lookAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: ['terminals', thread] }),
    [queries, thread],
  )
  const after = async <T>(doing: Promise<HttpResult<T>>): Promise<string | null> => {
    const answer = await doing
    await lookAgain()
    return answer.ok ? null : answer.message
  }
  return {
    list: listOf(found.data),
    problem: found.data?.ok === false ? found.data.message : null,
    lookAgain,
    start: (terminal: string) => after(call(terminalRoutes.open, { body: { thread_id, terminal, ...SIZE } })),
    share: (terminal: string, shared: boolean) =>
      thread === null
        ? Promise.resolve(null)
        : after(call(terminalRoutes.share, { body: { thread_id: thread, terminal, shared } })),
    end: (terminal: string) => after(call(terminalRoutes.end, { body: { thread_id, terminal } })),
  }
}

function listOf(answer: HttpResult<TerminalList> | undefined): TerminalList | undefined {
  return answer?.ok === true ? answer.value : undefined
}

/** The parameters of a pane: the first terminal of a folder needs no number, and a shipped layout names none. */
export function paramsOf({
  terminal,
  kind,
  title,
}: Pick<TerminalView, 'terminal' | 'kind' | 'title'>): PaneParams {
  if (kind !== 'yours') return { terminal, of: title }
  return terminal === '1' ? {} : { terminal }
}

/** The first unused number in the folder. */
export function freeNumber({ terminals }: TerminalList): string {
  const taken = new Set(terminals.map(({ terminal }) => terminal))
  let number = 1
  while (taken.has(String(number))) number += 1
  return String(number)
}
