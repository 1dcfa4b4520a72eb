import type { LayoutAnswer, LayoutAsk } from '../model/places.ts'

/** Computes the layout in a worker: a large graph takes half a second, and the page must not freeze. */
export function arrange(ask: LayoutAsk): Promise<LayoutAnswer> {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  return new Promise((settle, fail) => {
    worker.addEventListener('message', (event: MessageEvent<LayoutAnswer>) => {
      worker.terminate()
      settle(event.data)
    })
    worker.addEventListener('error', (event) => {
      worker.terminate()
      fail(new Error(event.message))
    })
    // A worker has the origin of its page.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(ask)
  })
}
