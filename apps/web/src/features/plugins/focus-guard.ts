/** Frames of plugins, for the guard. */
export interface GuardedFrame {
  readonly element: HTMLIFrameElement
  /** A person pressed to type in it. */
  entered: boolean
}

export interface FocusGuardPorts {
  readonly window: Window
  readonly frames: () => Iterable<GuardedFrame>
  /** This frame took the keyboard although nobody entered it. It must be removed when this returns. */
  readonly stop: (frame: GuardedFrame) => void
  /** The person is back in our own document. */
  readonly left: (frame: GuardedFrame) => void
}

/**
 * No frame may take the keyboard. A frame that focuses one of its own fields gets every key from then on, and a page cannot prevent it; so
 * the frame is removed immediately, and the focus returns to where it was.
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

  // Our window loses the focus to its own frame in the same way as to another window.
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
