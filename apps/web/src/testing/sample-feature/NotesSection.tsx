import { noteRoutes } from '@countersign/protocol/testing/sample-feature'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/Section.tsx'
import { clearNotes } from './notes.ts'

/** The notes on the server, and the settings for the notes of this page. */
export function NotesSection() {
  const kept = useQuery({ queryKey: ['notes'], queryFn: () => valueOf(call(noteRoutes.list, {})) })
  return (
    <>
      <PageTitle title="Notes" hint="Those of this page are gone with it." />
      {kept.data && <p>The server keeps {kept.data.notes.length}.</p>}
      {kept.error && <p role="alert">{kept.error.message}</p>}
      <Button onClick={clearNotes}>Remove the notes of this page</Button>
    </>
  )
}
