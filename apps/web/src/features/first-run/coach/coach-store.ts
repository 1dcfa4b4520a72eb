import { keep, readKept } from '../../../data/browser-storage.ts'

/** The hints of the first minutes, each next to the real thing. Three, and no more. */
export const MARKS = ['card', 'mode', 'waiting'] as const
export type MarkName = (typeof MARKS)[number]

const NAME = 'countersign coach'
const listeners = new Set<() => void>()

/** Hints that remain, according to this browser's storage; none unless someone began with the tour or requested them. */
export function hintsIn(kept: string): readonly MarkName[] {
  const words = kept.split(' ')
  return MARKS.filter((mark) => words.includes(mark))
}

/** Shows all of them, from the first. */
export function callHints(storage: Storage): void {
  keepMarks(storage, MARKS)
}

/** This one was read, or done. */
export function endHint(storage: Storage, mark: MarkName): void {
  const left = hintsIn(remembered(storage))
  if (left.includes(mark))
    keepMarks(
      storage,
      left.filter((other) => other !== mark),
    )
}

export function onHints(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A text that is stable while nothing changed. A browser without storage gets no hints: they would return on every page. */
export function remembered(storage: Storage): string {
  return readKept(storage, NAME, null) ?? ''
}

function keepMarks(storage: Storage, marks: readonly MarkName[]): void {
  if (!keep(storage, NAME, marks.join(' '))) return
  for (const listener of listeners) listener()
}
