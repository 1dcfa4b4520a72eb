import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { OpenQuestion } from '../data/selectors.ts'
import { useQuestions } from '../waiting/use-questions.ts'
import { cardsHere, focusCard, focusedCard, rememberOrigin } from './card-focus.ts'
import { nextWaiting } from './next-waiting.ts'

/** F8 from anywhere: one step to the next waiting card (K5). */
export function useKeys(): void {
  const questions = useQuestions()
  const [, navigate] = useLocation()
  const known = useRef<readonly OpenQuestion[]>(questions)
  known.current = questions
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const target = nextWaiting({
        here: cardsHere(),
        all: known.current.map(({ call }) => call),
        current: focusedCard(),
        step: event.shiftKey ? -1 : 1,
      })
      if (target === null) return
      rememberOrigin()
      if (!focusCard(target.id)) navigate(`/t/${target.thread_id}?call=${target.id}`)
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [navigate])
}
