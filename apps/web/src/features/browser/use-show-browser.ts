import type { ThreadId } from '@countersign/protocol'
import { useLocation } from 'wouter'
import { openPane } from '../../workbench/open-pane.ts'
import { panePath } from '../../workbench/pane-path.ts'

/** Opens the browser of the thread: in the dock if that thread is on screen with one, else on a page of its own. */
export function useShowBrowser(thread: ThreadId): () => void {
  const [path, navigate] = useLocation()
  return () => {
    if (!path.endsWith(thread) || !openPane('browser', {})) navigate(panePath('browser', thread, {}))
  }
}
