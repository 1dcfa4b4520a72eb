import { useApp } from '../../data/context.ts'
import { useTopic } from '../../platform/use-topic.ts'
import { Page } from '../../ui/Page.tsx'
import { useNotes } from './notes.ts'
import { notesSlice } from './slice.ts'

/** The server's notes, then those of this page. */
export function NotesPage() {
  const kept = useTopic(notesSlice, useApp().me.user.id)
  const notes = [...kept, ...useNotes()]
  return (
    <Page>
      <h1>Notes</h1>
      <ul>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
    </Page>
  )
}
