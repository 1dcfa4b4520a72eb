import type { ThreadId } from '@countersign/protocol'
import { useCallback, useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { measureThread } from './measure-thread.ts'
import type { Row } from './rows.ts'
import { keepShape, shapeOf } from './thread-shape.ts'

/** By then a thread has settled. */
const REST_MS = 1000

/** Stores the thread's layout, for when this tab opens it again. */
export function useKeptShape(
  thread: ThreadId,
  rows: readonly Row[],
  list: RefObject<VirtualizerHandle | null>,
  box: RefObject<HTMLElement | null>,
): void {
  const keep = useCallback(() => {
    const measured = measureThread(thread, rows, { list: list.current, box: box.current })
    if (measured !== null) keepShape(window.sessionStorage, shapeOf(measured))
  }, [thread, rows, list, box])
  useEffect(() => {
    const timer = window.setTimeout(keep, REST_MS)
    return () => window.clearTimeout(timer)
  }, [keep])
  const keepLast = useEffectEvent(keep)
  useEffect(() => {
    const leaving = (): void => keepLast()
    // A page in the background may end without notice.
    const hidden = (): void => (document.visibilityState === 'hidden' ? keepLast() : undefined)
    window.addEventListener('pagehide', leaving)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', leaving)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])
}
