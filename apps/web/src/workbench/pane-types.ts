import type { PaneParams } from '../platform/feature.ts'

/** The position of a pane relative to another one. `with`: as a tab in the same tab set. */
export type Side = 'left' | 'right' | 'above' | 'below' | 'with'

export interface Done {
  readonly ok: boolean
  readonly text: string
}

export interface OpenPane {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly params: PaneParams
  readonly visible: boolean
}

/** Limits for an action that the person did not start. */
export interface Guard {
  /** Panes that must stay visible, and why. */
  readonly keep: ReadonlyMap<string, Held>
}

/** The person is in the pane, or a card waits in it. */
export type Held = 'person' | 'card'

export interface Beside {
  readonly beside: string
  readonly side: Side
}
