import type { PluginView } from '@countersign/protocol'

/** A frame, and how many documents it may still load. */
export interface Frame {
  readonly element: HTMLIFrameElement
  loads: number
}

/** The place of hidden frames: without a box they contain nothing that could be focused. */
export function shelfIn(document: Document): HTMLElement {
  const shelf = document.createElement('div')
  shelf.hidden = true
  shelf.inert = true
  shelf.dataset['plugins'] = ''
  document.body.append(shelf)
  return shelf
}

export function frameOf(document: Document, { name, frame }: PluginView): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('referrerpolicy', 'no-referrer')
  element.setAttribute('allow', '')
  element.tabIndex = -1
  element.title = name
  element.src = frame ?? 'about:blank'
  return element
}

/** Moves a frame with its state if the browser can; otherwise its document is loaded again. */
export function moveInto(frame: Frame, place: HTMLElement): void {
  const { element } = frame
  if ('moveBefore' in place && element.isConnected && place.isConnected) {
    place.moveBefore(element, null)
    return
  }
  frame.loads += 1
  place.append(element)
}
