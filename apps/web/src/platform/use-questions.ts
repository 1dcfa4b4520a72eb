import { useMemo } from 'react'
import { useView } from '../data/context.ts'
import { allQuestions } from '../data/selectors.ts'
import type { OpenQuestion } from '../data/selectors.ts'
import { emptyView } from '../data/view.ts'

/** Everything that waits for this person, oldest first. */
export function useQuestions(): readonly OpenQuestion[] {
  const waiting = useView((view) => view.waiting)
  const open = useView((view) => view.open)
  return useMemo(() => allQuestions({ ...emptyView, waiting, open }), [waiting, open])
}
