import { Actions, Model } from 'flexlayout-react'
import type { Action, TabSetNode } from 'flexlayout-react'
import { isInFront, tabIn } from './dock-nodes.ts'
import type { Done, Guard, Side } from './pane-types.ts'
import { texts } from './texts.ts'

/** Minimum size in pixels of a tab set with a waiting card. */
const ROOM = { width: 320, height: 240 } as const

/** Performs the actions, unless a guarded pane would leave the screen. A guarded pane that would only be covered is selected again. */
export function perform(model: Model, actions: readonly Action[], guard?: Guard): Done | undefined {
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

/** Refuses to make a place with a waiting card too small to read it. */
export function tooNarrow(model: Model, set: TabSetNode, side: Side, guard?: Guard): Done | undefined {
  if (guard === undefined || side === 'with') return undefined
  const held = set
    .getChildren()
    .find((tab) => guard.keep.get(tab.getId()) === 'card' && isInFront(model, tab.getId()))
  const { width, height } = set.getRect()
  const isAcross = side === 'left' || side === 'right'
  const room = isAcross ? width / 2 >= ROOM.width : height / 2 >= ROOM.height
  // A layout that was never rendered has no sizes.
  if (held === undefined || width === 0 || room) return undefined
  const name = tabIn(model, held.getId())?.getName() ?? held.getId()
  return { ok: false, text: `Not done: there is no room beside ${name}, ${texts.held.card}.` }
}
