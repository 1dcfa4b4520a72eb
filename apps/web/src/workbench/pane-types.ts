import type { PaneParams } from '../platform/feature.ts'

/** Where a pane goes, seen from another one. `with`: as a tab beside it. */
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

/** What an act that is not the person's own must leave as it is. */
export interface Guard {
  /** Panes that stay in sight, and why. */
  readonly keep: ReadonlyMap<string, Held>
}

/** The person is in a pane, or a card waits in it. */
export type Held = 'person' | 'card'

export interface Beside {
  readonly beside: string
  readonly side: Side
}
