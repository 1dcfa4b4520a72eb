import { CollectionChanged } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'

/** How often something changed, by collection: pages look again when it grows. */
export type Changes = Readonly<Record<string, number>>

export const collectionsSlice: Slice<Changes> = {
  kind: 'collections',
  initial: {},
  reduce(changes, event) {
    const read = CollectionChanged.safeParse(event)
    if (!read.success) return changes
    const { collection } = read.data
    return { ...changes, [collection]: (changes[collection] ?? 0) + 1 }
  },
}
