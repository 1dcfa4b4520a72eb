import { Actions, DockLocation, Model } from 'flexlayout-react'
import type { Action, IJsonModel, TabNode, TabSetNode } from 'flexlayout-react'
import type { PaneParams, PanePlace, PaneSpec } from '../platform/feature.ts'
import { isInFront, setOf, setsOf, tabIn, tabsOf, whereIs } from './dock-nodes.ts'
import { texts } from './texts.ts'
import { CHAT, FIRST_LAYOUT, paneId, tabOf } from './layouts.ts'

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

export interface LayoutController {
  /** Another one after a switch and after an undo. */
  readonly model: () => Model
  /** Of the layout that is changed now. */
  readonly name: () => string
  /** Hears of every change. */
  subscribe(listener: () => void): () => void
  panes(): readonly OpenPane[]
  /** Opens a pane, or shows the one that has these parameters. */
  open(type: string, params: PaneParams, at?: Beside, guard?: Guard): Done
  /** Gives a side of a pane's place to another one, or to itself. */
  split(pane: string, side: Side, type: string | undefined, guard?: Guard): Done
  move(pane: string, beside: string, side: Side, guard?: Guard): Done
  /** Moves a pane to a side of a place or of the whole layout, by its id. */
  moveTo(pane: string, place: string, side: Side): Done
  show(pane: string, guard?: Guard): Done
  close(pane: string, guard?: Guard): Done
  /** Puts another arrangement in place; panes with unsaved work and those of the guard come along. */
  load(layout: IJsonModel, name: string, guard?: Guard): Done
  /** Gives tabs the names that they have now. */
  retitle(titleOf: (type: string, params: PaneParams) => string): void
  undo(): Done
  redo(): Done
}

export interface ControllerOptions {
  /** Whether a pane holds unsaved work. */
  readonly isDirty?: (pane: string) => boolean
  readonly name?: string
}

/** A layout that can be had back. */
interface Moment {
  readonly name: string
  readonly layout: IJsonModel
}

export interface Beside {
  readonly beside: string
  readonly side: Side
}

const DOCK: Readonly<Record<Side, DockLocation>> = {
  left: DockLocation.LEFT,
  right: DockLocation.RIGHT,
  above: DockLocation.TOP,
  below: DockLocation.BOTTOM,
  with: DockLocation.CENTER,
}

/** Acts that only look at another tab: nobody undoes them. */
const LOOKS: ReadonlySet<string> = new Set([
  Actions.SELECT_TAB,
  Actions.SET_ACTIVE_TABSET,
  Actions.UPDATE_NODE_ATTRIBUTES,
  Actions.RENAME_TAB,
])
/** Layouts that can be had back. */
const HISTORY = 50
/** Pixels that a place keeps in which a card waits. */
const ROOM = { width: 320, height: 240 } as const

const missing = (id: string): Done => ({ ok: false, text: `There is no open pane \`${id}\`.` })

/** The one way to change a layout: drag, menu, keys, palette and the agent all end here or in the model that it holds. */
export function layoutController(
  json: IJsonModel,
  specs: ReadonlyMap<string, PaneSpec>,
  { isDirty = () => false, name: first = FIRST_LAYOUT }: ControllerOptions = {},
): LayoutController {
  const listeners = new Set<() => void>()
  const past: Moment[] = []
  const future: Moment[] = []
  let name: string = first
  let model = taken(Model.fromJson(json))

  function taken(next: Model): Model {
    next.addChangeListener({
      onBeforeAction(action) {
        if (!LOOKS.has(action.type)) remember({ name, layout: next.toJson() })
      },
      onAfterAction: changed,
    })
    return next
  }

  function remember(moment: Moment): void {
    past.push(moment)
    if (past.length > HISTORY) past.shift()
    future.length = 0
  }

  function changed(): void {
    for (const listener of listeners) listener()
  }

  /** Does it, unless something of the guard would go out of sight; what would only be covered is brought to the front again. */
  function perform(actions: readonly Action[], guard?: Guard): Done | undefined {
    const kept = [...(guard?.keep ?? [])].filter(([id]) => isInFront(model, id))
    const trial = Model.fromJson(model.toJson())
    for (const action of actions) trial.doAction(action)
    const back = kept
      .filter(([id]) => !isInFront(trial, id) && tabIn(trial, id) !== undefined)
      .map(([id]) => Actions.selectTab(id))
    for (const action of back) trial.doAction(action)
    const lost = kept.find(([id]) => !isInFront(trial, id))
    if (lost !== undefined)
      return {
        ok: false,
        text: `Not done: ${tabIn(model, lost[0])?.getName() ?? ''} stays in sight, ${texts.held[lost[1]]}.`,
      }
    const [only, ...more] = [...actions, ...back]
    if (only !== undefined) model.doAction(more.length === 0 ? only : Actions.group([only, ...more]))
    return undefined
  }

  /** A place in which a card waits is not made too small to read it. */
  function tooNarrow(set: TabSetNode, side: Side, guard: Guard | undefined): Done | undefined {
    if (guard === undefined || side === 'with') return undefined
    const held = set
      .getChildren()
      .find((tab) => guard.keep.get(tab.getId()) === 'card' && isInFront(model, tab.getId()))
    const { width, height } = set.getRect()
    const isAcross = side === 'left' || side === 'right'
    const room = isAcross ? width / 2 >= ROOM.width : height / 2 >= ROOM.height
    // A layout that nobody drew yet has no sizes.
    if (held === undefined || width === 0 || room) return undefined
    return {
      ok: false,
      text: `Not done: there is no room beside ${nameOf(held.getId())}, ${texts.held.card}.`,
    }
  }

  const nameOf = (id: string): string => tabIn(model, id)?.getName() ?? id

  function open(type: string, params: PaneParams, at?: Beside, guard?: Guard): Done {
    const spec = specs.get(type)
    if (spec === undefined) return { ok: false, text: `There is no pane of type \`${type}\`.` }
    const known = tabIn(model, paneId(spec, type, params))
    if (known !== undefined) {
      // It may have been opened at another place, such as a line.
      model.doAction(Actions.updateNodeAttributes(known.getId(), { config: params }))
      return show(known.getId(), guard)
    }
    const beside = at === undefined ? undefined : tabIn(model, at.beside)
    if (at !== undefined && beside === undefined) return missing(at.beside)
    const place = placeFor(model, specs, spec.place ?? 'center')
    const target = beside === undefined ? place.set : setOf(beside)
    if (target === undefined) return { ok: false, text: 'There is no room for a pane.' }
    const side = at === undefined ? place.side : at.side
    const tab = tabOf(specs, type, params)
    const refused =
      tooNarrow(target, side, guard) ??
      perform([Actions.addTab(tab, target.getId(), DOCK[side], -1, true)], guard)
    return refused ?? { ok: true, text: whereIs(model, tab.id) }
  }

  function show(id: string, guard?: Guard): Done {
    const node = tabIn(model, id)
    if (node === undefined) return missing(id)
    const refused = node.isSelected() ? undefined : perform([Actions.selectTab(id)], guard)
    if (refused !== undefined) return refused
    if (isInFront(model, id)) return { ok: true, text: `${node.getName()} is in front.` }
    return {
      ok: false,
      text: `Not done: ${node.getName()} stays behind ${frontOf(node)}, ${reason(node, guard)}.`,
    }
  }

  const frontOf = (node: TabNode): string => {
    const front = setOf(node)?.getSelectedNode()
    return front === undefined ? '' : nameOf(front.getId())
  }
  const reason = (node: TabNode, guard: Guard | undefined): string =>
    texts.held[guard?.keep.get(setOf(node)?.getSelectedNode()?.getId() ?? '') ?? 'person']

  function move(pane: string, target: TabSetNode | undefined, side: Side, guard?: Guard): Done {
    if (tabIn(model, pane) === undefined) return missing(pane)
    if (target === undefined) return { ok: false, text: 'There is no such place.' }
    const refused =
      tooNarrow(target, side, guard) ??
      perform([Actions.moveNode(pane, target.getId(), DOCK[side], -1, true)], guard)
    return refused ?? { ok: true, text: whereIs(model, pane) }
  }

  function replace(layout: IJsonModel, carried: readonly OpenPane[], front: ReadonlySet<string>): void {
    const next = Model.fromJson(layout, model)
    for (const { id, type, params } of carried) {
      const { set } = placeFor(next, specs, 'center')
      if (set === undefined || tabIn(next, id) !== undefined) continue
      next.doAction(
        Actions.addTab(tabOf(specs, type, params), set.getId(), DockLocation.CENTER, -1, front.has(id)),
      )
    }
    for (const id of front) if (tabIn(next, id) !== undefined) next.doAction(Actions.selectTab(id))
    model = taken(next)
    changed()
  }

  const dirtyPanes = (): readonly OpenPane[] => panes().filter(({ id }) => isDirty(id))
  const panes = (): readonly OpenPane[] => tabsOf(model).map(viewOf)

  function step(from: Moment[], to: Moment[], done: string, none: string): Done {
    const moment = from.pop()
    if (moment === undefined) return { ok: false, text: none }
    to.push({ name, layout: model.toJson() })
    ;({ name } = moment)
    replace(moment.layout, dirtyPanes(), new Set())
    return { ok: true, text: done }
  }

  return {
    model: () => model,
    name: () => name,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    panes,
    open,
    show,
    split(pane, side, type, guard) {
      const node = tabIn(model, pane)
      const set = node && setOf(node)
      if (set === undefined) return missing(pane)
      if (type === undefined) {
        if (set.getChildren().length > 1) return move(pane, set, side, guard)
        return {
          ok: false,
          text: `${nameOf(pane)} is alone in its place: name the \`type\` of the pane that opens beside it.`,
        }
      }
      const known = tabIn(model, paneId(specs.get(type), type, {}))
      return known === undefined || known === node
        ? open(type, {}, { beside: pane, side }, guard)
        : move(known.getId(), set, side, guard)
    },
    move(pane, beside, side, guard) {
      if (tabIn(model, pane) === undefined) return missing(pane)
      const target = tabIn(model, beside)
      if (target === undefined) return missing(beside)
      if (pane === beside) return { ok: false, text: 'A pane cannot be moved beside itself.' }
      return move(pane, setOf(target), side, guard)
    },
    moveTo(pane, place, side) {
      if (tabIn(model, pane) === undefined) return missing(pane)
      model.doAction(Actions.moveNode(pane, place, DOCK[side], -1, true))
      return { ok: true, text: whereIs(model, pane) }
    },
    close(pane, guard) {
      const node = tabIn(model, pane)
      if (node === undefined) return missing(pane)
      if (pane === CHAT) return { ok: false, text: 'The chat stays open.' }
      if (guard !== undefined && isDirty(pane))
        return { ok: false, text: `unsaved: ${node.getName()} has unsaved work and stays open.` }
      return perform([Actions.deleteTab(pane)], guard) ?? { ok: true, text: `${node.getName()} is closed.` }
    },
    load(layout, next, guard) {
      const front = panes().filter(({ id, visible }) => visible && guard?.keep.has(id) === true)
      remember({ name, layout: model.toJson() })
      name = next
      replace(layout, [...dirtyPanes(), ...front], new Set(front.map(({ id }) => id)))
      return {
        ok: true,
        text: `The layout is ${name}: ${panes()
          .map(({ title }) => title)
          .join(', ')}.`,
      }
    },
    retitle(titleOf) {
      for (const { id, type, title, params } of panes()) {
        // One that this version does not know keeps the name that it came with.
        const now = specs.has(type) ? titleOf(type, params) : title
        if (now !== title) model.doAction(Actions.renameTab(id, now))
      }
    },
    undo: () =>
      step(past, future, 'The layout is as it was before.', 'There is no change of the layout to undo.'),
    redo: () =>
      step(future, past, 'The layout is changed again.', 'There is no change of the layout to do again.'),
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

/** The set of tabs that new panes of a place join, or the one beside which they get a set of their own. */
function placeFor(
  model: Model,
  specs: ReadonlyMap<string, PaneSpec>,
  place: PanePlace,
): { readonly set: TabSetNode | undefined; readonly side: Side } {
  const sets = setsOf(model)
  const holds = (set: TabSetNode): boolean =>
    set.getChildren().some((tab) => specs.get(viewOf(tab as TabNode).type)?.place === place) // sets have tabs alone
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
      // Chat stays in sight: without a center there is one beside it.
      return { set: sets[0], side: 'left' }
  }
}
