import { FilesChanged } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'

/** The last change that was told; each is another object. */
export const filesSlice: Slice<FilesChanged | null> = {
  kind: 'files',
  initial: null,
  reduce: (before, event) => FilesChanged.safeParse(event).data ?? before,
}
