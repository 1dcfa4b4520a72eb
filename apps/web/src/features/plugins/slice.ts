import type { Slice } from '@countersign/protocol/client'

/** How often plugins changed, from the topic of a person: the list is asked for again when it does. */
export const pluginsSlice: Slice<number> = { kind: 'plugins', initial: 0, reduce: (changes) => changes + 1 }
