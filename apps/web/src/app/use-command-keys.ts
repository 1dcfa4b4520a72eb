import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '../data/context.ts'
import type { Dialog } from '../platform/command.ts'
import { useFeatures } from '../platform/features-context.ts'
import { pageKey } from '../platform/keys/page-key.ts'
import type { KeyPlace } from '../platform/keys/page-key.ts'
import { useKeymap } from '../platform/keys/use-keymap.ts'

/** Keys of commands: they work anywhere on the page (K5), and none of them answers a card. */
export function useCommandKeys(open: (dialog: Dialog) => void): void {
  const app = useApp()
  const features = useFeatures()
  const keymap = useKeymap()
  const [path, navigate] = useLocation()
  const before = useRef('')
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const id = pageKey(event, before.current, placeOf(event.target), keymap)
    before.current = event.key
    if (id === null) return
    const command = features.flatMap(({ commands = [] }) => commands).find((other) => other.id === id)
    const context = { app, view: app.store.view.getState(), path, navigate, open }
    if (command === undefined || command.when?.(context) === false) return
    event.preventDefault()
    command.run(context)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.matches('input, textarea, select, [contenteditable]')) return 'field'
  return target.matches('[data-card]') ? 'card' : 'page'
}
