import { Actions, DockLocation, Model } from 'flexlayout-react'
import type { IJsonModel } from 'flexlayout-react'
import type { PaneParams, PaneSpec } from '../platform/feature.ts'
import { tabIn, tabsOf } from './dock-nodes.ts'
import { layoutHistory, type Moment } from './layout-history.ts'
import { FIRST_LAYOUT, tabOf } from './layouts.ts'
import { paneActs, type PaneActs } from './pane-acts.ts'
import { placeFor, viewOf } from './pane-place.ts'
import type { Done, Guard, OpenPane } from './pane-types.ts'

export interface LayoutController extends PaneActs {
  /** The model is replaced by a switch and by an undo. */
  readonly model: () => Model
  /** The name of the current layout. */
  readonly name: () => string
  /** Calls the listener after every change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  panes(): readonly OpenPane[]
  /** Switches to another layout; panes with unsaved work and guarded panes are carried over. */
  load(layout: IJsonModel, name: string, guard?: Guard): Done
  /** Updates the titles of the tabs. */
  retitle(titleOf: (type: string, params: PaneParams) => string): void
  undo(): Done
  redo(): Done
}

export interface ControllerOptions {
  /** Whether a pane has unsaved work. */
  readonly isDirty?: (pane: string) => boolean
  readonly name?: string
}

/** Actions that only select another tab, which needs no undo. */
const LOOKS: ReadonlySet<string> = new Set([
  Actions.SELECT_TAB,
  Actions.SET_ACTIVE_TABSET,
  Actions.UPDATE_NODE_ATTRIBUTES,
  Actions.RENAME_TAB,
])

/** The only way to change a layout: drag, menu, keys, palette and the agent all end here or in its model. */
export function layoutController(
  json: IJsonModel,
  specs: ReadonlyMap<string, PaneSpec>,
  { isDirty = () => false, name: first = FIRST_LAYOUT }: ControllerOptions = {},
): LayoutController {
  const listeners = new Set<() => void>()
  const history = layoutHistory()
  let name: string = first
  let model = listenedTo(Model.fromJson(json))

  function listenedTo(next: Model): Model {
    next.addChangeListener({
      onBeforeAction(action) {
        if (!LOOKS.has(action.type)) history.remember({ name, layout: next.toJson() })
      },
      onAfterAction: changed,
    })
    return next
  }

  function changed(): void {
    for (const listener of listeners) listener()
  }

  function replace(layout: IJsonModel, carried: readonly OpenPane[], front: ReadonlySet<string>): void {
    model = listenedTo(withPanes(Model.fromJson(layout, model), specs, carried, front))
    changed()
  }

  const present = (): Moment => ({ name, layout: model.toJson() })
  const panes = (): readonly OpenPane[] => tabsOf(model).map(viewOf)
  const dirtyPanes = (): readonly OpenPane[] => panes().filter(({ id }) => isDirty(id))

  function restore(moment: Moment | undefined, done: string, none: string): Done {
    if (moment === undefined) return { ok: false, text: none }
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
    ...paneActs({ model: () => model, specs, isDirty }),
    load(layout, next, guard) {
      const front = panes().filter(({ id, visible }) => visible && guard?.keep.has(id) === true)
      history.remember(present())
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
        // A pane that this version does not know keeps its stored title.
        const now = specs.has(type) ? titleOf(type, params) : title
        if (now !== title) model.doAction(Actions.renameTab(id, now))
      }
    },
    undo: () =>
      restore(
        history.back(present()),
        'The layout is as it was before.',
        'There is no change of the layout to undo.',
      ),
    redo: () =>
      restore(
        history.forward(present()),
        'The layout is changed again.',
        'There is no change of the layout to do again.',
      ),
  }
}

/** Adds missing panes to the layout and selects those in `front`. */
function withPanes(
  layout: Model,
  specs: ReadonlyMap<string, PaneSpec>,
  carried: readonly OpenPane[],
  front: ReadonlySet<string>,
): Model {
  for (const { id, type, params } of carried) {
    const { set } = placeFor(layout, specs, 'center')
    if (set === undefined || tabIn(layout, id) !== undefined) continue
    layout.doAction(
      Actions.addTab(tabOf(specs, type, params), set.getId(), DockLocation.CENTER, -1, front.has(id)),
    )
  }
  for (const id of front) if (tabIn(layout, id) !== undefined) layout.doAction(Actions.selectTab(id))
  return layout
}
