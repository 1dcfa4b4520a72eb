import type { App } from '../../data/context.ts'
import type { View } from '../../data/view.ts'

type Store = App['store']
type Listener = (after: View, before: View) => void

/** Enough for the first moments; a page that changes more often does not report everything. */
const MOST = 2000

const kept = new WeakMap<Store, { readonly changes: (readonly [View, View])[]; readonly stop: () => void }>()

/** Stores changes until the notifiers are loaded, which happens after the first paint. */
export function keepEarlyViews(store: Store): void {
  if (kept.has(store)) return
  const changes: (readonly [View, View])[] = []
  const stop = store.view.subscribe((after, before) => {
    if (changes.length < MOST) changes.push([before, after])
  })
  kept.set(store, { changes, stop })
}

/** Reports every change, including earlier ones. Returns a function that stops it. */
export function followViews(store: Store, listener: Listener): () => void {
  for (const [before, after] of kept.get(store)?.changes ?? []) listener(after, before)
  return store.view.subscribe(listener)
}

/** All notifiers are loaded: nothing more is stored. */
export function dropEarlyViews(store: Store): void {
  const early = kept.get(store)
  early?.stop()
  early?.changes.splice(0)
}
