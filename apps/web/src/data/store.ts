import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { createReducer, type Slice, type ViewEvent } from '@countersign/protocol/client'
import { emptyView } from './view.ts'
import type { View } from './view.ts'

/** The view, and the only way to change it. */
export interface ViewStore {
  readonly view: Pick<StoreApi<View>, 'getState' | 'getInitialState' | 'subscribe'>
  readonly dispatch: (event: ViewEvent) => void
}

/** `slices`: the features' parts of the view. */
export function createViewStore(initial: View = emptyView, slices: readonly Slice[] = []): ViewStore {
  const reduce = createReducer(slices)
  const store = createStore<View>(() => initial)
  return {
    view: store,
    dispatch: (event) => {
      store.setState((view) => reduce(view, event), true)
    },
  }
}
