import type { Model, TabNode, TabSetNode } from 'flexlayout-react'
import type { PaneParams, PanePlace, PaneSpec } from '../platform/feature.ts'
import { setsOf } from './dock-nodes.ts'
import type { OpenPane, Side } from './pane-types.ts'

export function viewOf(node: TabNode): OpenPane {
  return {
    id: node.getId(),
    type: node.getComponent() ?? '',
    title: node.getName(),
    params: readParams(node.getConfig()),
    visible: node.isSelected(),
  }
}

/** The parameters of a pane. A layout comes from storage, so anything but a string is dropped. */
export function readParams(config: unknown): PaneParams {
  if (typeof config !== 'object' || config === null) return {}
  return Object.fromEntries(
    Object.entries(config).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** The tab set that new panes of a place join, or the one next to which they get their own. */
export function placeFor(
  model: Model,
  specs: ReadonlyMap<string, PaneSpec>,
  place: PanePlace,
): { readonly set: TabSetNode | undefined; readonly side: Side } {
  const sets = setsOf(model)
  const holds = (set: TabSetNode): boolean =>
    set.getChildren().some((tab) => specs.get(viewOf(tab as TabNode).type)?.place === place) // tab sets contain only tabs
  const known = sets.find((set) => set.getId() === place) ?? sets.find(holds)
  if (known !== undefined) return { set: known, side: 'with' }
  const center = sets.find((set) => set.getId() === 'center')
  switch (place) {
    case 'below':
      return { set: center ?? sets[0], side: 'below' }
    case 'left':
      return { set: sets[0], side: 'left' }
    case 'right':
      return { set: sets.at(-1), side: 'right' }
    case 'center':
      // The thread must stay visible, so a missing center is created next to it.
      return { set: sets[0], side: 'left' }
  }
}
