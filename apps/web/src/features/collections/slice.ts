import type { Slice } from '@countersign/protocol/client'

/** A change counter per collection: pages reload when it grows. */
export type Changes = Readonly<Record<string, number>>

export const collectionsSlice: Slice<Changes> = {
  kind: 'collections',
  initial: {},
  reduce(changes, event) {
    // Parsed by hand: not every page loads the schemas of collections.
    if (typeof event !== 'object' || event === null || !('collection' in event)) return changes
    const { collection } = event
    if (typeof collection !== 'string') return changes
    return { ...changes, [collection]: (changes[collection] ?? 0) + 1 }
  },
}
