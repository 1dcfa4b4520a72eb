import type { BrowserAsked } from '@countersign/protocol'
import type { KeyboardEvent, MouseEvent, WheelEvent } from 'react'

/** Size of the browser window, in its own pixels. */
export const WINDOW = { width: 1280, height: 800 }

const BUTTONS = ['left', 'middle', 'right'] as const

/** Bit mask of the pressed modifier keys, as in Chromium's protocol. */
function modifiersOf(event: {
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}): number {
  return (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0)
}

/** The button held during a mouse move, without which nothing could be selected or dragged. */
function dragging(buttons: number): 'none' | 'left' | 'middle' | 'right' {
  if ((buttons & 1) !== 0) return 'left'
  if ((buttons & 2) !== 0) return 'right'
  return (buttons & 4) !== 0 ? 'middle' : 'none'
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
  const button = type === 'mouseMoved' ? dragging(event.buttons) : (BUTTONS[event.button] ?? 'none')
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

export function keyAsked(event: 'keyDown' | 'keyUp', pressed: KeyboardEvent<HTMLElement>): BrowserAsked {
  const { key, code } = pressed
  const isText = key.length === 1 && !pressed.ctrlKey && !pressed.metaKey
  const text = event === 'keyUp' ? '' : key === 'Enter' ? '\r' : isText ? key : ''
  return {
    type: 'key',
    event,
    key,
    code,
    text,
    key_code: numberOf(pressed.nativeEvent),
    modifiers: modifiersOf(pressed),
  }
}

/** The number by which Chromium identifies keys. It is the code of the key, not of the character: 46 is a full stop as a character, and Delete as a key. */
function numberOf(event: globalThis.KeyboardEvent): number {
  // oxlint-disable-next-line typescript/no-deprecated -- no other field has it
  return event.keyCode
}

/** Key events for our own buttons: phones have no Tab key. */
export function keyPressed(key: 'Enter' | 'Tab' | 'Backspace'): readonly BrowserAsked[] {
  const numbers = { Enter: 13, Tab: 9, Backspace: 8 }
  const pressed = { type: 'key', key, code: key, key_code: numbers[key], modifiers: 0 } as const
  return [
    { ...pressed, event: 'keyDown', text: key === 'Enter' ? '\r' : '' },
    { ...pressed, event: 'keyUp', text: '' },
  ]
}
