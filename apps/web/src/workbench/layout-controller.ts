import { Actions, DockLocation, Model, TabNode, TabSetNode } from 'flexlayout-react'
import type { IJsonModel, Node } from 'flexlayout-react'
import type { PaneParams, PanePlace, PaneSpec } from '../platform/feature.ts'
import { CHAT, paneId, tabOf } from './layouts.ts'

/** Where a pane goes, seen from another one. `with`: as a tab beside it. */
export type Side = 'left' | 'right' | 'above' | 'below' | 'with'

export type Done =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly text: string }

export interface OpenPane {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly params: PaneParams
  readonly visible: boolean
}

export interface LayoutController {
  readonly model: Model
  panes(): readonly OpenPane[]
  /** Opens a pane, or shows the one that has these parameters. */
  open(type: string, params: PaneParams, at?: { readonly beside: string; readonly side: Side }): Done
  move(pane: string, beside: string, side: Side): Done
  show(pane: string): Done
  close(pane: string): Done
}

const DOCK: Readonly<Record<Side, DockLocation>> = {
  left: DockLocation.LEFT,
  right: DockLocation.RIGHT,
  above: DockLocation.TOP,
  below: DockLocation.BOTTOM,
  with: DockLocation.CENTER,
}

/** The one way to change a layout: drag, menu, keys and the palette all end here or in the model that it holds. */
export function layoutController(json: IJsonModel, specs: ReadonlyMap<string, PaneSpec>): LayoutController {
  const model = Model.fromJson(json)
  const tab = (id: string): TabNode | undefined => {
    const node = model.getNodeById(id)
    return node instanceof TabNode ? node : undefined
  }
  const missing = (id: string): Done => ({ ok: false, text: `There is no open pane ${id}.` })

  function open(
    type: string,
    params: PaneParams,
    at?: { readonly beside: string; readonly side: Side },
  ): Done {
    const spec = specs.get(type)
    if (spec === undefined) return { ok: false, text: `There is no pane of type ${type}.` }
    const known = tab(paneId(spec, type, params))
    if (known !== undefined) {
      // It may have been opened at another place, such as a line.
      model.doAction(Actions.updateNodeAttributes(known.getId(), { config: params }))
      return show(known.getId())
    }
    const beside = at === undefined ? undefined : tab(at.beside)
    if (at !== undefined && beside === undefined) return missing(at.beside)
    const json = tabOf(specs, type, params)
    const place = placeFor(model, spec.place ?? 'center')
    const target = beside === undefined ? place.set : setOf(beside)
    if (target === undefined) return { ok: false, text: 'There is no room for a pane.' }
    const side = at === undefined ? place.side : at.side
    model.doAction(Actions.addTab(json, target.getId(), DOCK[side], -1, true))
    return { ok: true, text: said(json.id) }
  }

  function show(id: string): Done {
    const node = tab(id)
    if (node === undefined) return missing(id)
    if (!node.isSelected()) model.doAction(Actions.selectTab(id))
    return { ok: true, text: `${node.getName()} is in front.` }
  }

  /** What is now where, in words. */
  function said(id: string): string {
    const node = tab(id)
    const set = node === undefined ? undefined : setOf(node)
    const row = set?.getParent()
    if (node === undefined || set === undefined || row === undefined) return ''
    const sets = row.getChildren()
    const at = sets.indexOf(set)
    const neighbour = nameIn(sets[at - 1]) ?? nameIn(sets[at + 1])
    if (set.getChildren().length > 1 || neighbour === undefined) return `${node.getName()} is open.`
    const isRow = row.getOrientation().getName() === 'horz'
    const word = at > 0 ? (isRow ? 'right of' : 'below') : isRow ? 'left of' : 'above'
    return `${node.getName()} is ${word} ${neighbour}.`
  }

  return {
    model,
    panes: () => tabsOf(model).map(viewOf),
    open,
    show,
    move(pane, beside, side) {
      const [node, target] = [tab(pane), tab(beside)]
      if (node === undefined) return missing(pane)
      const set = target === undefined ? undefined : setOf(target)
      if (set === undefined) return missing(beside)
      if (pane === beside) return { ok: false, text: 'A pane cannot be moved beside itself.' }
      model.doAction(Actions.moveNode(pane, set.getId(), DOCK[side], -1, true))
      return { ok: true, text: said(pane) }
    },
    close(pane) {
      const node = tab(pane)
      if (node === undefined) return missing(pane)
      if (node.getComponent() === CHAT) return { ok: false, text: 'The chat stays open.' }
      model.doAction(Actions.deleteTab(pane))
      return { ok: true, text: `${node.getName()} is closed.` }
    },
  }
}

function viewOf(node: TabNode): OpenPane {
  return {
    id: node.getId(),
    type: node.getComponent() ?? '',
    title: node.getName(),
    params: readParams(node.getConfig()),
    visible: node.isSelected(),
  }
}

/** A layout comes from storage: only texts count. */
export function readParams(config: unknown): PaneParams {
  if (typeof config !== 'object' || config === null) return {}
  return Object.fromEntries(
    Object.entries(config).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function tabsOf(model: Model): readonly TabNode[] {
  const tabs: TabNode[] = []
  model.visitNodes((node) => {
    if (node instanceof TabNode) tabs.push(node)
  })
  return tabs
}

function setsOf(model: Model): readonly TabSetNode[] {
  const sets: TabSetNode[] = []
  model.visitNodes((node) => {
    if (node instanceof TabSetNode) sets.push(node)
  })
  return sets
}

function setOf(node: TabNode): TabSetNode | undefined {
  const parent = node.getParent()
  return parent instanceof TabSetNode ? parent : undefined
}

function nameIn(node: Node | undefined): string | undefined {
  const [first] = node instanceof TabSetNode ? node.getChildren() : []
  const shown = node instanceof TabSetNode ? (node.getSelectedNode() ?? first) : undefined
  return shown instanceof TabNode ? shown.getName() : undefined
}

/** The set of tabs that new panes of a place join, or the one beside which they get a set of their own. */
function placeFor(
  model: Model,
  place: PanePlace,
): { readonly set: TabSetNode | undefined; readonly side: Side } {
  const sets = setsOf(model)
  const known = sets.find((set) => set.getId() === place)
  if (known !== undefined) return { set: known, side: 'with' }
  const center = sets.find((set) => set.getId() === 'center') ?? sets[0]
  switch (place) {
    case 'below':
      return { set: center, side: 'below' }
    case 'left':
      return { set: sets[0], side: 'left' }
    case 'right':
      return { set: sets.at(-1), side: 'right' }
    case 'center':
      return { set: center, side: 'with' }
  }
}
