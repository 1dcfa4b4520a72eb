import type { ThreadView } from '@countersign/protocol'
import type { ComposerPartProps } from '../../platform/composer-part.ts'
import { Button } from '../../ui/Button.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { addNote, useNotes } from './notes.ts'

/** On every page. */
export function NotesCount() {
  return <output aria-label="Number of notes">{useNotes().length}</output>
}

/** Above every thread. */
export function AboveThread({ thread }: { readonly thread: ThreadView }) {
  return <Button onClick={() => addNote(thread.title)}>Note the title</Button>
}

/** Below a text field: puts the last note in, or asks for a picture of it. */
export function ComposerBar({ onWords, onAsk }: ComposerPartProps) {
  const last = useNotes().at(-1) ?? ''
  return (
    <>
      <Button onClick={() => onWords(last)}>Put the last note in</Button>
      <Button onClick={() => onAsk({ media_generation: { mode: 'image' } })}>Ask for a picture</Button>
    </>
  )
}

export function ComposerStrip({ text }: ComposerPartProps) {
  return <p>A picture of “{text}”</p>
}

/** At a file of a message. */
export function AttachedFile({ name, read }: { readonly name: string; read(): Promise<Blob> }) {
  return (
    <Button onClick={() => void read().then(async (file) => addNote(await file.text()))}>Note {name}</Button>
  )
}

/** A word of an answer that names a note of this page. */
export function NoteWord({ word }: { readonly word: string }) {
  const note = useNotes()[Number(word.replace(/\D/g, '')) - 1]
  return (
    <mark>
      <Visible text={note ?? word} />
    </mark>
  )
}

export function BelowAnswer() {
  return <p>Its notes are those of this page.</p>
}
