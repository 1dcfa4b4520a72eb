import { NotebookPen } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { defineFeature, type WebFeature } from '../../platform/feature.ts'
import { NoteBody } from './NoteBody.tsx'
import { addNote, readNotes } from './notes.ts'
import { notesSlice } from './slice.ts'
import { lazy } from '../../ui/lazy.ts'

const NotesPage = lazy(async () => ({ default: (await import('./NotesPage.tsx')).NotesPage }))
const NotesSection = lazy(async () => ({ default: (await import('./NotesSection.tsx')).NotesSection }))

const parts = () => import('./NoteParts.tsx')
const NotesCount = lazy(async () => ({ default: (await parts()).NotesCount }))
const AboveThread = lazy(async () => ({ default: (await parts()).AboveThread }))
const ComposerBar = lazy(async () => ({ default: (await parts()).ComposerBar }))
const ComposerStrip = lazy(async () => ({ default: (await parts()).ComposerStrip }))
const AttachedFile = lazy(async () => ({ default: (await parts()).AttachedFile }))
const NoteWord = lazy(async () => ({ default: (await parts()).NoteWord }))
const BelowAnswer = lazy(async () => ({ default: (await parts()).BelowAnswer }))

/** A feature that uses every seam. If the platform has one that is missing here, this does not compile. */
const everySeam: Required<WebFeature> = {
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
  entries: ({ navigate }) =>
    readNotes().map((note, index) => ({
      id: `notes.${index}`,
      group: 'go',
      label: note,
      hint: 'note',
      run: () => navigate('/notes'),
    })),
  parts: [{ at: 'end', part: NotesCount }],
  answers: { pattern: /\bnote #\d+/g, word: NoteWord, below: BelowAnswer },
  mentions: async (wanted) =>
    readNotes()
      .filter((name) => name.includes(wanted))
      .map((name) => ({ name, about: 'note' })),
  attached: AttachedFile,
  aboveThread: [AboveThread],
  composer: { bar: ComposerBar, strip: ComposerStrip },
  home: ({ storage }) => (storage.getItem('notes.first') === null ? 'pass' : { path: '/notes' }),
}

/** A complete feature in a folder: every extension point of the page, as small as possible. `CONTRIBUTING.md` walks through it. */
export const notes = defineFeature(everySeam)
