import { browserRoutes, type ThreadId } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from '../../data/http.ts'

/** Milliseconds between two checks of who has the browser. */
const LOOK_EVERY = 1000

/** Whether a person has the browser of this thread. */
export function useHeld(thread: ThreadId): boolean {
  const { data } = useQuery({
    queryKey: ['browser', thread],
    queryFn: () => valueOf(call(browserRoutes.state, { query: { thread_id: thread } })),
    refetchInterval: LOOK_EVERY,
    retry: false,
  })
  return data?.held ?? false
}
