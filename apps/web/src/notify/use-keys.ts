import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { useQuestions } from '../waiting/use-questions.ts'
import { cardsHere, focusCard, focusedCard, rememberOrigin } from './card-focus.ts'
import { pageKey } from './page-key.ts'
import { nextWaiting } from './next-waiting.ts'

/** Keys that work anywhere on the page (K5): they lead to a card, and none of them answers one. */
export function useKeys(showKeys: () => void): void {
  const questions = useQuestions()
  const [, navigate] = useLocation()
  const before = useRef('')
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
  const show = useEffectEvent(showKeys)
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const act = pageKey(event, before.current, isField(event.target))
      before.current = event.key
      if (act === null) return
      event.preventDefault()
      switch (act) {
        case 'next':
          return step(1)
        case 'previous':
          return step(-1)
        case 'mode':
          return document.querySelector<HTMLElement>('#composer-mode')?.click()
        case 'keys':
          return show()
      }
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
}

/** Fields own their keys. A focused card owns its letters too. */
function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable], [data-card]')
  )
}
