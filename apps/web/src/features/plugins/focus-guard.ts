/** Frames of plugins, as the guard sees them. */
export interface GuardedFrame {
  readonly element: HTMLIFrameElement
  /** A person pressed to type in it. */
  entered: boolean
}

export interface FocusGuardPorts {
  readonly window: Window
  readonly frames: () => Iterable<GuardedFrame>
  /** This one took the keyboard though nobody entered it. It must be gone when this returns. */
  readonly stop: (frame: GuardedFrame) => void
  /** A person is back in our own document. */
  readonly left: (frame: GuardedFrame) => void
}

/**
 * Nobody's frame takes the keyboard. A frame that focuses one of its own fields gets every key from then on, and nothing that a page can say to it
 * holds it back; so the frame is taken away at once, and the focus goes back to where it was.
 */
export function guardFocus({ window, frames, stop, left }: FocusGuardPorts): () => void {
  const { document } = window
  let last: Element | null = document.activeElement

  function look(): void {
    const active = document.activeElement
    const taker = [...frames()].find(({ element }) => element === active)
    if (taker === undefined) {
      last = active
      for (const frame of frames()) if (frame.entered) left(frame)
      return
    }
    if (taker.entered) return
    stop(taker)
    if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true })
  }

  /** A press anywhere in our own document leaves the frame. */
  function pressed(): void {
    for (const frame of frames()) {
      if (!frame.entered) continue
      frame.element.blur()
      left(frame)
    }
  }

  // Our window loses the focus to a frame of its own in the same way as to another window.
  window.addEventListener('blur', look)
  window.addEventListener('focus', look)
  document.addEventListener('focusin', look, true)
  document.addEventListener('pointerdown', pressed, true)
  return () => {
    window.removeEventListener('blur', look)
    window.removeEventListener('focus', look)
    document.removeEventListener('focusin', look, true)
    document.removeEventListener('pointerdown', pressed, true)
  }
}
