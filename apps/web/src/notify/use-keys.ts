import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../data/context.ts'
import { readPreferences } from '../data/preferences.ts'
import { keymapOf } from '../keys/keymap.ts'
import { useQuestions } from '../waiting/use-questions.ts'
import { cardsHere, focusCard, focusedCard, rememberOrigin } from './card-focus.ts'
import { pageKey } from './page-key.ts'
import type { KeyPlace } from './page-key.ts'
import { nextWaiting } from './next-waiting.ts'

/** Keys that work anywhere on the page (K5): they lead to a card, and none of them answers one. */
export function useKeys(show: { readonly keys: () => void; readonly palette: () => void }): void {
  const { client } = useApp()
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
  const open = useEffectEvent((what: 'keys' | 'palette') => show[what]())
  const takeBack = useEffectEvent(() => void client.takeBackLast())
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const act = pageKey(
        event,
        before.current,
        placeOf(event.target),
        keymapOf(readPreferences().keyboard.bindings),
      )
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
        case 'stop':
          return document.querySelector<HTMLElement>('[data-stop-turn]')?.click()
        case 'undo':
          return takeBack()
        case 'keys':
        case 'palette':
          return open(act)
      }
    }
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.matches('input, textarea, select, [contenteditable]')) return 'field'
  return target.matches('[data-card]') ? 'card' : 'page'
}
