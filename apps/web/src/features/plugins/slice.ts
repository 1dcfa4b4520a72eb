import type { Slice } from '@countersign/protocol/client'

/** A change counter of plugins, from a person's topic: the list is reloaded when it grows. */
export const pluginsSlice: Slice<number> = { kind: 'plugins', initial: 0, reduce: (changes) => changes + 1 }
