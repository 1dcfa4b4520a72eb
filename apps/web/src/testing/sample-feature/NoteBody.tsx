import { z } from 'zod'
import type { BodyProps } from '../../platform/body.ts'
import { ArgumentsBody } from '../../platform/cards/ArgumentsBody.tsx'
import { Visible } from '../../ui/Visible.tsx'

const Note = z.object({ text: z.string() })

/** A note that an agent wants to save. An unreadable one is shown as arguments. */
export function NoteBody({ body }: BodyProps) {
  const note = Note.safeParse(body.data)
  if (!note.success) return <ArgumentsBody body={body} />
  return (
    <blockquote>
      Keep this: <Visible text={note.data.text} />
    </blockquote>
  )
}
