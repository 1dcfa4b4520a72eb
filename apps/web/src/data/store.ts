import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { reduce } from './reduce.ts'
import { emptyView } from './view.ts'
import type { View } from './view.ts'
import type { ViewEvent } from './view-event.ts'

/** The view, and the one way to change it. */
export interface ViewStore {
  readonly view: Pick<StoreApi<View>, 'getState' | 'getInitialState' | 'subscribe'>
  readonly dispatch: (event: ViewEvent) => void
}

export function createViewStore(initial: View = emptyView): ViewStore {
  const store = createStore<View>(() => initial)
  return {
    view: store,
    dispatch: (event) => {
      store.setState((view) => reduce(view, event), true)
    },
  }
}
