import { useApp } from '../../data/context.ts'
import { useTopic } from '../../platform/use-topic.ts'
import { ListPage } from '../../ui/Page.tsx'
import { PageTitle } from '../../ui/Section.tsx'
import { useNotes } from './notes.ts'
import { notesSlice } from './slice.ts'

/** The server's notes, then those of this page. */
export function NotesPage() {
  const kept = useTopic(notesSlice, useApp().me.user.id)
  const notes = [...kept, ...useNotes()]
  return (
    <ListPage>
      <PageTitle title="Notes" />
      <ul>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
    </ListPage>
  )
}
