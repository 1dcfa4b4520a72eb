import { Actions, DockLocation } from 'flexlayout-react'
import type { Model, TabNode, TabSetNode } from 'flexlayout-react'
import type { PaneParams, PaneSpec } from '../platform/feature.ts'
import { isInFront, setOf, tabIn, whereIs } from './dock-nodes.ts'
import { perform, tooNarrow } from './guarded-acts.ts'
import { CHAT, paneId, tabOf } from './layouts.ts'
import { placeFor } from './pane-place.ts'
import type { Beside, Done, Guard, Side } from './pane-types.ts'
import { texts } from './texts.ts'

const DOCK: Readonly<Record<Side, DockLocation>> = {
  left: DockLocation.LEFT,
  right: DockLocation.RIGHT,
  above: DockLocation.TOP,
  below: DockLocation.BOTTOM,
  with: DockLocation.CENTER,
}

/** The layout that the actions change. */
export interface ActsOn {
  /** The model is replaced by a switch and by an undo. */
  model(): Model
  readonly specs: ReadonlyMap<string, PaneSpec>
  isDirty(pane: string): boolean
}

/** Actions on one pane. */
export interface PaneActs {
  /** Opens a pane, or shows the open one with these parameters. */
  open(type: string, params: PaneParams, at?: Beside, guard?: Guard): Done
  /** Splits a pane's tab set and puts another pane, or the pane itself, on that side. */
  split(pane: string, side: Side, type: string | undefined, guard?: Guard): Done
  move(pane: string, beside: string, side: Side, guard?: Guard): Done
  /** Moves a pane to a side of a place or of the whole layout, by its id. */
  moveTo(pane: string, place: string, side: Side): Done
  show(pane: string, guard?: Guard): Done
  close(pane: string, guard?: Guard): Done
}

export function paneActs(on: ActsOn): PaneActs {
  return {
    open: (type, params, at, guard) => open(on, type, params, at, guard),
    split: (pane, side, type, guard) => split(on, pane, side, type, guard),
    show: (pane, guard) => show(on.model(), pane, guard),
    move(pane, beside, side, guard) {
      const model = on.model()
      if (tabIn(model, pane) === undefined) return missing(pane)
      const target = tabIn(model, beside)
      if (target === undefined) return missing(beside)
      if (pane === beside) return { ok: false, text: 'A pane cannot be moved beside itself.' }
      return move(model, pane, setOf(target), side, guard)
    },
    moveTo(pane, place, side) {
      const model = on.model()
      if (tabIn(model, pane) === undefined) return missing(pane)
      model.doAction(Actions.moveNode(pane, place, DOCK[side], -1, true))
      return { ok: true, text: whereIs(model, pane) }
    },
    close(pane, guard) {
      const node = tabIn(on.model(), pane)
      if (node === undefined) return missing(pane)
      if (pane === CHAT) return { ok: false, text: 'The chat stays open.' }
      if (guard !== undefined && on.isDirty(pane))
        return { ok: false, text: `unsaved: ${node.getName()} has unsaved work and stays open.` }
      const refused = perform(on.model(), [Actions.deleteTab(pane)], guard)
      return refused ?? { ok: true, text: `${node.getName()} is closed.` }
    },
  }
}

const missing = (id: string): Done => ({ ok: false, text: `There is no open pane \`${id}\`.` })
const nameOf = (model: Model, id: string): string => tabIn(model, id)?.getName() ?? id

function open(
  { model: now, specs }: ActsOn,
  type: string,
  params: PaneParams,
  at?: Beside,
  guard?: Guard,
): Done {
  const model = now()
  const spec = specs.get(type)
  if (spec === undefined) return { ok: false, text: `There is no pane of type \`${type}\`.` }
  const known = tabIn(model, paneId(spec, type, params))
  if (known !== undefined) {
    // The pane may have been opened at another position, such as a line.
    model.doAction(Actions.updateNodeAttributes(known.getId(), { config: params }))
    return show(model, known.getId(), guard)
  }
  const beside = at === undefined ? undefined : tabIn(model, at.beside)
  if (at !== undefined && beside === undefined) return missing(at.beside)
  const place = placeFor(model, specs, spec.place ?? 'center')
  const target = beside === undefined ? place.set : setOf(beside)
  if (target === undefined) return { ok: false, text: 'There is no room for a pane.' }
  const side = at === undefined ? place.side : at.side
  const tab = tabOf(specs, type, params)
  const refused =
    tooNarrow(model, target, side, guard) ??
    perform(model, [Actions.addTab(tab, target.getId(), DOCK[side], -1, true)], guard)
  return refused ?? { ok: true, text: whereIs(model, tab.id) }
}

function show(model: Model, id: string, guard?: Guard): Done {
  const node = tabIn(model, id)
  if (node === undefined) return missing(id)
  const refused = node.isSelected() ? undefined : perform(model, [Actions.selectTab(id)], guard)
  if (refused !== undefined) return refused
  if (isInFront(model, id)) return { ok: true, text: `${node.getName()} is in front.` }
  const front = frontOf(node)
  const why = texts.held[guard?.keep.get(front ?? '') ?? 'person']
  return {
    ok: false,
    text: `Not done: ${node.getName()} stays behind ${front === undefined ? '' : nameOf(model, front)}, ${why}.`,
  }
}

/** The visible pane in the tab set of this one. */
function frontOf(node: TabNode): string | undefined {
  return setOf(node)?.getSelectedNode()?.getId()
}

function move(model: Model, pane: string, target: TabSetNode | undefined, side: Side, guard?: Guard): Done {
  if (tabIn(model, pane) === undefined) return missing(pane)
  if (target === undefined) return { ok: false, text: 'There is no such place.' }
  const refused =
    tooNarrow(model, target, side, guard) ??
    perform(model, [Actions.moveNode(pane, target.getId(), DOCK[side], -1, true)], guard)
  return refused ?? { ok: true, text: whereIs(model, pane) }
}

function split(on: ActsOn, pane: string, side: Side, type: string | undefined, guard?: Guard): Done {
  const model = on.model()
  const node = tabIn(model, pane)
  const set = node && setOf(node)
  if (set === undefined) return missing(pane)
  if (type === undefined) {
    if (set.getChildren().length > 1) return move(model, pane, set, side, guard)
    return {
      ok: false,
      text: `${nameOf(model, pane)} is alone in its place: name the \`type\` of the pane that opens beside it.`,
    }
  }
  const known = tabIn(model, paneId(on.specs.get(type), type, {}))
  return known === undefined || known === node
    ? open(on, type, {}, { beside: pane, side }, guard)
    : move(model, known.getId(), set, side, guard)
}
