import type { IJsonModel } from 'flexlayout-react'

/** A layout that can be restored. */
export interface Moment {
  readonly name: string
  readonly layout: IJsonModel
}

/** How many layouts can be restored. */
const LIMIT = 50

/** Layouts before and after the current one. */
export interface LayoutHistory {
  /** Call this before a change: it clears the redo stack. */
  remember(moment: Moment): void
  /** The layout to go back to, given the current one; undefined if there is none. */
  back(present: Moment): Moment | undefined
  forward(present: Moment): Moment | undefined
}

export function layoutHistory(): LayoutHistory {
  const past: Moment[] = []
  const future: Moment[] = []
  const step = (from: Moment[], to: Moment[], present: Moment): Moment | undefined => {
    const moment = from.pop()
    if (moment !== undefined) to.push(present)
    return moment
  }
  return {
    remember(moment) {
      past.push(moment)
      if (past.length > LIMIT) past.shift()
      future.length = 0
    },
    back: (present) => step(past, future, present),
    forward: (present) => step(future, past, present),
  }
}
