import type { CallState } from '@countersign/protocol'

/**
 * The state machine of a call, once more and as plainly as possible: the second opinion that the store is held against.
 *
 *   none ─ propose ─┬─► waiting ─┬─► denied | expired | cancelled | failed
 *                   │            └─► approved ─┬─► running ─┬─► succeeded | failed
 *                   ├─► approved ──────────────┘            └─ crash ─► interrupted ─► succeeded   (late result of its executor)
 *                   ├─► blocked                                     │              └─► succeeded | failed | abandoned   (a person)
 *                   └─► failed   (can never run)                    └─► approved                   (what is safe to repeat)
 *                                                        interrupted ─► succeeded | approved       (what is idempotent: its tool looked)
 */
export interface Model {
  readonly state: CallState | 'none'
  /** Who approved it, if it may begin. */
  readonly signed: 'nobody' | 'policy' | 'person'
  /** How often an effect was allowed to happen. */
  readonly begun: number
  /** Which lease began it. */
  readonly executor: 'none' | 'current' | 'former'
  readonly turn: 'live' | 'stopped'
}

export interface Kind {
  readonly repeat: 'safe' | 'idempotent' | 'never'
  readonly needsPerson: boolean
}

/** Everything that can happen to a call, in any order and at any time. */
export const EVENTS = [
  'propose_run',
  'propose_ask',
  'propose_block',
  'turn_away',
  'allow',
  'deny',
  'keep_waiting',
  'expire',
  'plan',
  'ask_again',
  'refuse_stale',
  'begin',
  'begin_by_former',
  'end',
  'end_by_former',
  'stop',
  'crash',
  'verified_done',
  'verified_not_done',
  'settle_done',
  'settle_not_done',
  'settle_again',
] as const
export type CallEvent = (typeof EVENTS)[number]

export const FRESH: Model = { state: 'none', signed: 'nobody', begun: 0, executor: 'none', turn: 'live' }

/** The model after an event. The same model: the event is refused and changes nothing. Total. */
export function next(model: Model, event: CallEvent, kind: Kind): Model {
  const { state, turn } = model
  const live = turn === 'live'
  switch (event) {
    case 'propose_run':
      return state === 'none' && live && !kind.needsPerson
        ? { ...model, state: 'approved', signed: 'policy' }
        : model
    case 'propose_ask':
      return state === 'none' && live ? { ...model, state: 'waiting' } : model
    case 'propose_block':
      return state === 'none' && live ? { ...model, state: 'blocked' } : model
    case 'turn_away':
      return state === 'none' && live ? { ...model, state: 'failed' } : model
    case 'allow':
      return state === 'waiting' ? { ...model, state: 'approved', signed: 'person' } : model
    case 'deny':
    case 'plan':
      return state === 'waiting' ? { ...model, state: 'denied' } : model
    case 'keep_waiting':
      return model
    case 'expire':
      return state === 'waiting' ? { ...model, state: 'expired' } : model
    case 'ask_again':
      return state === 'approved' && live ? { ...model, state: 'waiting', signed: 'nobody' } : model
    case 'refuse_stale':
      return live && (state === 'waiting' || state === 'approved') ? { ...model, state: 'failed' } : model
    case 'begin':
      return state === 'approved' && live
        ? { ...model, state: 'running', begun: model.begun + 1, executor: 'current' }
        : model
    case 'begin_by_former':
      return model
    case 'end':
      return ended(model, 'current')
    case 'end_by_former':
      return ended(model, 'former')
    case 'stop':
      if (!live) return model
      if (state === 'running' && kind.repeat === 'safe') return { ...model, state: 'failed', turn: 'stopped' }
      return state === 'waiting' || state === 'approved'
        ? { ...model, state: 'cancelled', turn: 'stopped' }
        : { ...model, turn: 'stopped' }
    case 'crash':
      return live ? crashed(model, kind) : model
    case 'verified_done':
      return state === 'interrupted' && kind.repeat === 'idempotent' && live
        ? { ...model, state: 'succeeded' }
        : model
    case 'verified_not_done':
      return state === 'interrupted' && kind.repeat === 'idempotent' && live
        ? { ...model, state: 'approved', executor: 'none' }
        : model
    case 'settle_done':
      return state === 'interrupted' ? { ...model, state: 'succeeded' } : model
    case 'settle_not_done':
      return state === 'interrupted' ? { ...model, state: 'failed' } : model
    case 'settle_again':
      return state === 'interrupted' ? { ...model, state: 'abandoned' } : model
  }
}

function ended(model: Model, by: Model['executor']): Model {
  const open = model.state === 'running' || model.state === 'interrupted'
  return open && model.executor === by ? { ...model, state: 'succeeded' } : model
}

/** The turn goes to another process: the current lease becomes a former one. */
function crashed(model: Model, { repeat }: Kind): Model {
  const executor = model.executor === 'current' ? 'former' : model.executor
  if (model.state !== 'running') return { ...model, executor }
  return repeat === 'safe'
    ? { ...model, state: 'approved', executor: 'none' }
    : { ...model, state: 'interrupted', executor }
}

/** A path to every reachable state, shortest first. Counting stops at two: higher counts add nothing. */
export function explore(
  kind: Kind,
): ReadonlyMap<string, { readonly model: Model; readonly path: readonly CallEvent[] }> {
  const found = new Map([[keyOf(FRESH), { model: FRESH, path: [] as readonly CallEvent[] }]])
  const open = [...found.values()]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const event of EVENTS) {
      const model = next(at.model, event, kind)
      if (found.has(keyOf(model)) || model.begun > 2) continue
      const step = { model, path: [...at.path, event] }
      found.set(keyOf(model), step)
      open.push(step)
    }
  }
  return found
}

export function isSame(one: Model, other: Model): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf({ state, signed, begun, executor, turn }: Model): string {
  return [state, signed, begun, executor, turn].join(' ')
}
