import { lazy as lazyOnce } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

/** Milliseconds between two attempts. */
const AGAIN_AFTER = 1000

let firstLook: Promise<void> = Promise.resolve()

/** Delays `late` components until the promise resolves, so that the first view has the connection for itself. */
export function holdLate(until: Promise<void>): void {
  firstLook = until
}

/** A component that is loaded after the first view, because nobody waits for it. */
export function late<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await firstLook
    return load()
  })
}

/**
 * A component that is loaded when it is first rendered. While the server is down, loading is retried until it works, so that the rest of
 * the page survives.
 */
export function lazy<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazyOnce(async () => {
    for (;;) {
      try {
        return await load()
      } catch {
        // The browser gives no further reason for a failed load.
        await new Promise((again) => window.setTimeout(again, AGAIN_AFTER))
      }
    }
  })
}
