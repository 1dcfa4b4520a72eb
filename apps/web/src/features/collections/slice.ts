import type { Slice } from '@countersign/protocol/client'

/** How often something changed, by collection: pages look again when it grows. */
export type Changes = Readonly<Record<string, number>>

export const collectionsSlice: Slice<Changes> = {
  kind: 'collections',
  initial: {},
  reduce(changes, event) {
    // Read by hand: the schemas of collections are not for every page.
    if (typeof event !== 'object' || event === null || !('collection' in event)) return changes
    const { collection } = event
    if (typeof collection !== 'string') return changes
    return { ...changes, [collection]: (changes[collection] ?? 0) + 1 }
  },
}
