import type { ThreadId } from '@countersign/protocol'
import { useEffect, useRef, useState } from 'react'
import { keysDown } from '../ui/keys-down.ts'
import { setOf, setsOf, tabIn } from './dock-nodes.ts'
import type { DockAct } from './dock-now.ts'
import { placesToward, type Direction, type DockPlace, type Part } from './dock-places.ts'
import { paneOfElement, tabElement } from './guard.ts'
import { CHAT } from './layouts.ts'
import type { LayoutController } from './layout-controller.ts'
import type { Done } from './pane-types.ts'
import { panePath } from './pane-path.ts'
import { texts } from './texts.ts'

interface DockActs {
  /** Runs the action on a pane, or on the focused one if absent. */
  readonly act: (act: Exclude<DockAct, 'reset'>, pane?: string) => void
  readonly ghost: Part | null
  /** The result of the action, for screen readers. */
  readonly said: string
  readonly say: (text: string) => void
}

interface Going {
  readonly pane: string
  readonly direction: Direction
  readonly places: readonly DockPlace[]
  readonly at: number
}

const OPPOSITE = { left: 'right', right: 'left', above: 'below', below: 'above' } as const

/** A person's actions on panes by keys, menu and palette. A move by keys previews the new position until the keys are released. */
export function useDockActs(
  controller: LayoutController,
  thread: ThreadId,
  mayClose: (pane: string) => boolean,
): DockActs {
  const [said, say] = useState('')
  const [going, setGoing] = useState<Going | null>(null)
  const latest = useRef<Going | null>(null)
  const set = (next: Going | null): void => {
    latest.current = next
    setGoing(next)
  }

  function drop(): void {
    const now = latest.current
    const place = now?.places[now.at]
    set(null)
    if (now === null || place === undefined) return
    say(controller.moveTo(now.pane, place.place, place.side).text)
    focusTab(now.pane)
  }

  function go(pane: string, direction: Direction): void {
    const next = nextGoing(controller, latest.current, pane, direction)
    const name = nameOf(controller, pane)
    const place = next?.places[next.at]
    if (next === null || place === undefined) {
      set(null)
      say(latest.current === null ? texts.noWay(name) : texts.stays(name))
      return
    }
    set(next)
    if (holdsModifier()) say(texts.going(name, place.words))
    else drop()
  }

  useEffect(() => {
    const released = (event: KeyboardEvent): void => {
      if (latest.current !== null && MODIFIERS.has(event.key)) drop()
    }
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || latest.current === null) return
      event.preventDefault()
      event.stopPropagation()
      say(texts.stays(nameOf(controller, latest.current.pane)))
      set(null)
    }
    const left = (): void => set(null)
    window.addEventListener('keyup', released, true)
    window.addEventListener('keydown', pressed, true)
    window.addEventListener('blur', left)
    return () => {
      window.removeEventListener('keyup', released, true)
      window.removeEventListener('keydown', pressed, true)
      window.removeEventListener('blur', left)
    }
  })

  function act(what: Exclude<DockAct, 'reset'>, given?: string): void {
    const pane = given ?? currentPane(controller)
    switch (what) {
      case 'next':
      case 'previous':
        step(controller, what === 'next' ? 1 : -1)
        return
      case 'undo':
        say(controller.undo().text)
        return
      case 'redo':
        say(controller.redo().text)
        return
      case 'popOut':
        if (pane !== undefined) say(popOut(controller, thread, pane, mayClose).text)
        return
      case 'close':
        if (pane !== undefined && mayClose(pane)) say(controller.close(pane).text)
        return
      default:
        if (pane !== undefined) go(pane, what)
    }
  }
  return { act, ghost: going?.places[going.at]?.part ?? null, said, say }
}

const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Alt', 'Meta', 'Shift'])

/** For the palette and the menu, where no key is held that could be released. */
function holdsModifier(): boolean {
  return [...keysDown()].some((code) => /^(?:Control|Alt|Meta|Shift)/.test(code))
}

/** One step further; the opposite arrow steps back, and any other arrow starts over. */
function nextGoing(
  controller: LayoutController,
  now: Going | null,
  pane: string,
  direction: Direction,
): Going | null {
  if (now?.pane === pane && now.direction === direction)
    return { ...now, at: Math.min(now.at + 1, now.places.length - 1) }
  if (now?.pane === pane && now.direction === OPPOSITE[direction])
    return now.at === 0 ? null : { ...now, at: now.at - 1 }
  return { pane, direction, places: placesToward(controller.model(), pane, direction), at: 0 }
}

function currentPane(controller: LayoutController): string | undefined {
  const model = controller.model()
  const held = paneOfElement(document.activeElement)
  if (held !== undefined && tabIn(model, held) !== undefined) return held
  return (model.getActiveTabset() ?? setsOf(model)[0])?.getSelectedNode()?.getId()
}

function nameOf(controller: LayoutController, pane: string): string {
  return tabIn(controller.model(), pane)?.getName() ?? pane
}

/** Moves to the tab of the next tab set and skips empty ones. */
function step(controller: LayoutController, by: 1 | -1): void {
  const model = controller.model()
  const fronts = setsOf(model).flatMap((set) => set.getSelectedNode()?.getId() ?? [])
  const held = paneOfElement(document.activeElement)
  const tab = held === undefined ? undefined : tabIn(model, held)
  const front = (tab && setOf(tab))?.getSelectedNode()?.getId()
  const at = front === undefined ? (by === 1 ? -1 : 0) : fronts.indexOf(front)
  const next = fronts[(at + by + fronts.length) % fronts.length]
  if (next !== undefined) tabElement(next)?.focus()
}

function focusTab(pane: string): void {
  window.requestAnimationFrame(() => tabElement(pane)?.focus())
}

/** Opens the pane in a window with its own connection. Unsaved work stays here until it is saved. */
function popOut(
  controller: LayoutController,
  thread: ThreadId,
  pane: string,
  mayClose: (pane: string) => boolean,
): Done {
  const open = controller.panes().find(({ id }) => id === pane)
  if (open === undefined) return { ok: false, text: '' }
  if (!mayClose(pane)) return { ok: false, text: texts.unsavedStays(open.title) }
  const opened = window.open(panePath(open.type, thread, open.params), '_blank', 'popup,width=900,height=700')
  if (opened === null) return { ok: false, text: texts.blocked }
  return pane === CHAT ? { ok: true, text: '' } : controller.close(pane)
}
