import { lazy as lazyOnce } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

/** Milliseconds between two tries. */
const AGAIN_AFTER = 1000

let firstLook: Promise<void> = Promise.resolve()

/** Until then `late` components are not fetched: what is seen first has the line for itself. */
export function holdLate(until: Promise<void>): void {
  firstLook = until
}

/** A component that is fetched once the first look is over: it draws nothing that someone waits for. */
export function late<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await firstLook
    return load()
  })
}

/**
 * A component that is fetched when it is first drawn. While the server is away it cannot be: it is tried again until it is there, so that the
 * rest of the page stays.
 */
export function lazy<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazyOnce(async () => {
    for (;;) {
      try {
        return await load()
      } catch {
        // The browser says no more than that it could not be fetched.
        await new Promise((again) => window.setTimeout(again, AGAIN_AFTER))
      }
    }
  })
}
