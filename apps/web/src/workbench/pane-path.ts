import type { ThreadId } from '@countersign/protocol'
import type { PaneParams } from '../platform/feature.ts'

/** The URL parameter for the thread around a pane. */
export const AROUND = 'in'

/** The URL of a pane on a page of its own. `in` is the thread whose folder it shows; the rest are its parameters. */
export function panePath(type: string, thread: ThreadId | null, params: PaneParams): string {
  const query = new URLSearchParams({
    ...params,
    ...(thread === null ? {} : { [AROUND]: thread }),
  }).toString()
  return `/pane/${encodeURIComponent(type)}${query === '' ? '' : `?${query}`}`
}
