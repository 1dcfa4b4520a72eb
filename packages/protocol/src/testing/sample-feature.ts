import { z } from 'zod'
import { defineBody } from '../bodies.ts'
import { defineCommand, defineRoute } from '../contract.ts'

const NoteView = z.object({ id: z.number(), text: z.string() })

export const noteRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/notes',
    needs: 'read',
    about: 'your notes',
    reply: z.object({
      notes: z.array(NoteView),
      /** The person for whom the job last tidied up. */
      tidied_for: z.string().nullable(),
    }),
  }),
  write: defineRoute({
    method: 'POST',
    path: '/api/notes',
    needs: 'person',
    about: 'writes a note by hand',
    body: z.object({ text: z.string().min(1).max(1000) }),
    reply: z.object({ state: z.string(), text: z.string() }),
  }),
}

/** The card of a note to be kept. */
export const noteBody = defineBody({
  kind: 'notes.note',
  about: 'a note, and how many there are already',
  data: z.object({ text: z.string(), kept: z.number() }),
})

export const noteCommands = {
  add: defineCommand({
    needs: 'person',
    about: 'Adds a note.',
    schema: z.object({
      type: z.literal('note_add'),
      request_id: z.string(),
      text: z.string().min(1).max(1000),
    }),
  }),
  follow: defineCommand({
    needs: 'person',
    about: 'Adds a note for every file that appears in a folder.',
    schema: z.object({ type: z.literal('notes_follow'), request_id: z.string(), folder: z.string() }),
  }),
}
