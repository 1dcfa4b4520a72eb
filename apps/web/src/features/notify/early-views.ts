import type { App } from '../../data/context.ts'
import type { View } from '../../data/view.ts'

type Store = App['store']
type Listener = (after: View, before: View) => void

/** Enough for the first look; a page that changes more often than this is not told all of it. */
const MOST = 2000

const kept = new WeakMap<Store, { readonly changes: (readonly [View, View])[]; readonly stop: () => void }>()

/** Keeps what changes until the voices are there: they are fetched after the first look. */
export function keepEarlyViews(store: Store): void {
  if (kept.has(store)) return
  const changes: (readonly [View, View])[] = []
  const stop = store.view.subscribe((after, before) => {
    if (changes.length < MOST) changes.push([before, after])
  })
  kept.set(store, { changes, stop })
}

/** Tells every change, those before it came too. Returns how to stop. */
export function followViews(store: Store, listener: Listener): () => void {
  for (const [before, after] of kept.get(store)?.changes ?? []) listener(after, before)
  return store.view.subscribe(listener)
}

/** All voices are there: nothing more is kept. */
export function dropEarlyViews(store: Store): void {
  const early = kept.get(store)
  early?.stop()
  early?.changes.splice(0)
}
