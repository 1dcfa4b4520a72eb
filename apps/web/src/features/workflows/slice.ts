import type { Slice } from '@countersign/protocol/client'

/** How often a run changed: it is asked for again when it does. */
export const runSlice: Slice<number> = { kind: 'run', initial: 0, reduce: (changes) => changes + 1 }
