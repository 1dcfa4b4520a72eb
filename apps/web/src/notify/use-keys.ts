import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useQuestions } from '../waiting/use-questions.ts'
import { cardsHere, focusCard, focusedCard, rememberOrigin } from './card-focus.ts'
import { nextWaiting } from './next-waiting.ts'

/** F8 from anywhere: one step to the next waiting card (K5). */
export function useKeys(): void {
  const questions = useQuestions()
  const [, navigate] = useLocation()
  const step = useEffectEvent((by: 1 | -1) => {
    const target = nextWaiting({
      here: cardsHere(),
      all: questions.map(({ call }) => call),
      current: focusedCard(),
      step: by,
    })
    if (target === null) return
    rememberOrigin()
    if (!focusCard(target.id)) navigate(`/t/${target.thread_id}?call=${target.id}`)
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      step(event.shiftKey ? -1 : 1)
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
}
