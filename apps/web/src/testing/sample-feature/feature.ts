import { NotebookPen } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { defineFeature } from '../../platform/feature.ts'
import { NoteBody } from './NoteBody.tsx'
import { addNote, readNotes } from './notes.ts'
import { notesSlice } from './slice.ts'
import { lazy } from '../../ui/lazy.ts'

const NotesPage = lazy(async () => ({ default: (await import('./NotesPage.tsx')).NotesPage }))
const NotesSection = lazy(async () => ({ default: (await import('./NotesSection.tsx')).NotesSection }))

/** A complete feature in a folder: every extension point of the page, as small as possible. `CONTRIBUTING.md` walks through it. */
export const notes = defineFeature({
  name: 'notes',
  routes: [
    {
      path: '/notes',
      page: NotesPage,
      title: () => 'Notes',
      under: () => '/more',
      nav: { label: 'Notes', icon: NotebookPen, in: ['bar', 'list', 'palette'] },
    },
  ],
  settings: [{ id: 'notes', title: 'Notes', section: NotesSection }],
  commands: [
    {
      id: 'notes.add',
      title: 'Note the time',
      key: { chord: 'Control+Shift+e', does: 'note the time' },
      run: ({ app }) => addNote(`It is ${new Date(app.clock.now()).toISOString()}.`),
    },
  ],
  slice: notesSlice,
  bodies: { 'notes.note': bodyView('notes.note', NoteBody, { icon: NotebookPen }) },
  panes: [{ type: 'notes.list', title: 'All notes', pane: NotesPage }],
  tools: [
    {
      tool: {
        name: 'notes.read',
        description: 'Reads the notes that are open in the page of the person.',
        params: { type: 'object', properties: {}, required: [] },
        side_effect: false,
        kind: 'agentTool',
      },
      run: async () => ({ ok: true, text: readNotes().join('\n') }),
    },
  ],
})
