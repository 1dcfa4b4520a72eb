import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** Browser APIs that are missing here. Nothing has a size, so every observed element is reported as visible at once. */
class SeenAtOnce implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = [0]
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element): void {
    const box = target.getBoundingClientRect()
    const entry: IntersectionObserverEntry = {
      target,
      isIntersecting: true,
      intersectionRatio: 1,
      boundingClientRect: box,
      intersectionRect: box,
      rootBounds: null,
      time: 0,
    }
    queueMicrotask(() => this.#tell([entry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}

/** Lists render only rows with a size, so all rows get the same one. */
class OneSize implements ResizeObserver {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, 800, target.role === 'log' ? 600 : 60)
    const entry: ResizeObserverEntry = {
      target,
      contentRect,
      borderBoxSize: [],
      contentBoxSize: [],
      devicePixelContentBoxSize: [],
    }
    queueMicrotask(() => this.#tell([entry], this))
  }
  unobserve(): void {}
  disconnect(): void {}
}

vi.stubGlobal('isSecureContext', true)
vi.stubGlobal('IntersectionObserver', SeenAtOnce)
vi.stubGlobal('ResizeObserver', OneSize)
// Lists use the window of their document, which is not the global one here.
if (document.defaultView !== null) document.defaultView.ResizeObserver = OneSize
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  get(this: HTMLElement) {
    return this.parentElement
  },
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  window.localStorage.clear()
})
