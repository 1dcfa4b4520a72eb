import { FilesChanged } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'

/** The last reported change; each change is a new object. */
export const filesSlice: Slice<FilesChanged | null> = {
  kind: 'files',
  initial: null,
  reduce: (before, event) => FilesChanged.safeParse(event).data ?? before,
}
