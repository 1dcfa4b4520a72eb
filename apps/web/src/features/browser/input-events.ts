import type { BrowserAsked } from '@countersign/protocol'
import type { KeyboardEvent, MouseEvent, WheelEvent } from 'react'

/** Size of the browser's window, in its pixels. */
export const WINDOW = { width: 1280, height: 800 }

const BUTTONS = ['left', 'middle', 'right'] as const

/** Which keys are down, as Chromium counts them. */
function modifiersOf(event: {
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}): number {
  return (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0)
}

function pointOf(event: MouseEvent<HTMLElement>): { x: number; y: number } {
  const box = event.currentTarget.getBoundingClientRect()
  return {
    x: Math.round(((event.clientX - box.left) / box.width) * WINDOW.width),
    y: Math.round(((event.clientY - box.top) / box.height) * WINDOW.height),
  }
}

export function mouseAsked(
  type: 'mousePressed' | 'mouseReleased' | 'mouseMoved',
  event: MouseEvent<HTMLElement>,
): BrowserAsked {
  const button = type === 'mouseMoved' ? 'none' : (BUTTONS[event.button] ?? 'none')
  const clicks = type === 'mouseMoved' ? 0 : Math.min(3, Math.max(1, event.detail))
  return {
    type: 'mouse',
    event: type,
    ...pointOf(event),
    button,
    clicks,
    dx: 0,
    dy: 0,
    modifiers: modifiersOf(event),
  }
}

export function wheelAsked(event: WheelEvent<HTMLElement>): BrowserAsked {
  return {
    type: 'mouse',
    event: 'mouseWheel',
    ...pointOf(event),
    button: 'none',
    clicks: 0,
    dx: event.deltaX,
    dy: event.deltaY,
    modifiers: modifiersOf(event),
  }
}

/** What old pages read as the number of a key. */
const KEY_CODES: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  ' ': 32,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
}

function codeOf(key: string): number {
  return KEY_CODES[key] ?? (key.length === 1 ? key.toUpperCase().charCodeAt(0) : 0)
}

export function keyAsked(event: 'keyDown' | 'keyUp', pressed: KeyboardEvent<HTMLElement>): BrowserAsked {
  const { key, code } = pressed
  const isText = key.length === 1 && !pressed.ctrlKey && !pressed.metaKey
  const text = event === 'keyUp' ? '' : key === 'Enter' ? '\r' : isText ? key : ''
  return { type: 'key', event, key, code, text, key_code: codeOf(key), modifiers: modifiersOf(pressed) }
}
