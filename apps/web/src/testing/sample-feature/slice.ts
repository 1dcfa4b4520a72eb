import type { Slice } from '@countersign/protocol/client'
import { z } from 'zod'

const Added = z.object({ added: z.string() })

/** The server's notes, from the topic of a person. */
export const notesSlice: Slice<readonly string[]> = {
  kind: 'notes',
  initial: [],
  reduce(kept, event) {
    const note = Added.safeParse(event)
    return note.success ? [...kept, note.data.added] : kept
  },
}
