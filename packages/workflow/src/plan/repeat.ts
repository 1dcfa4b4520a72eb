import type { CompiledNode } from '../compiled.ts'
import type { Json, Values } from '../json.ts'
import { openScope, outputsOf, type Repeat, type Scope } from './scope.ts'

/** Maximum number of items for `map` and `reduce`. */
const MAX_ITEMS = 100_000
const PARALLEL = 8

/** Sets up the repetition of a body, or reports why it cannot. */
export function beginRepeat(
  scope: Scope,
  node: CompiledNode,
  values: Values,
  wide = Number(values['parallel'] ?? PARALLEL),
): Repeat | { readonly error: string } {
  const kind = node.type.type as Repeat['kind'] // the planner calls this only for these four
  const items = kind === 'map' || kind === 'reduce' ? values['items'] : []
  if (!Array.isArray(items)) return { error: '`items` is not a list' }
  if (items.length > MAX_ITEMS) return { error: `a list of more than ${MAX_ITEMS} items` }
  const own = node.ports.inputs
  const given: Record<string, Json> = {}
  for (const name of Object.keys(values)) {
    const isOwn = kind === 'workflow' ? name === 'workflow' : own.has(name)
    const value = values[name]
    if (!isOwn && value !== undefined) given[name] = value
  }
  const times = kind === 'loop' ? Number(values['max'] ?? 1) : items.length
  return {
    kind,
    scope,
    node,
    given,
    items: items as readonly Json[], // a list of JSON
    times: kind === 'workflow' ? 1 : times,
    parallel: kind === 'map' ? wide : 1,
    onError: kind === 'map' ? readOnError(values['on_error']) : 'stop',
    next: 0,
    open: 0,
    isQueued: false,
    isOver: false,
    carried: values['initial'] ?? null,
    isDone: false,
    results: [],
    errors: new Map(),
    lastOutputs: {},
    failure: undefined,
    failedAt: -1,
    cancelled: false,
  }
}

function readOnError(value: Json | undefined): Repeat['onError'] {
  return value === 'skip' || value === 'collect' ? value : 'stop'
}

/** Whether another pass may begin now. */
export function mayOpen(repeat: Repeat): boolean {
  return repeat.open < repeat.parallel && repeat.next < repeat.times && !repeat.isDone && !repeat.cancelled
}

/** The next pass through the body. */
export function openNext(repeat: Repeat): Scope {
  const { kind, node, given, items } = repeat
  const index = repeat.next
  repeat.next += 1
  repeat.open += 1
  const body = node.body
  if (body === undefined) throw new Error(`${node.address} has no body`)
  const inputs: Record<string, Json> = { ...given }
  for (const [name, input] of body.inputs)
    if (inputs[name] === undefined && input.default !== undefined) inputs[name] = input.default
  if (kind !== 'workflow') inputs['index'] = index
  if (kind === 'map' || kind === 'reduce') inputs['item'] = items[index] ?? null
  if (kind === 'reduce') inputs['accumulator'] = repeat.carried
  if (kind === 'loop') inputs['value'] = repeat.carried
  return openScope(body, [...repeat.scope.item, index], inputs, repeat)
}

/** Records the result of a pass. */
export function closePass(repeat: Repeat, pass: Scope): void {
  const index = pass.item.at(-1) ?? 0
  repeat.open -= 1
  if (pass.failure !== undefined) {
    if (repeat.onError === 'collect') repeat.errors.set(index, pass.failure)
    else if (repeat.onError === 'stop' && (repeat.failedAt === -1 || index < repeat.failedAt)) {
      repeat.failure = pass.failure
      repeat.failedAt = index
    }
    return
  }
  if (pass.cancelled) {
    repeat.cancelled = true
    return
  }
  const outputs = outputsOf(pass)
  if (repeat.kind === 'map') repeat.results[index] = outputs['result']
  else if (repeat.kind === 'reduce') repeat.carried = outputs['result'] ?? repeat.carried
  else if (repeat.kind === 'loop') {
    repeat.carried = outputs['value'] ?? repeat.carried
    repeat.isDone = outputs['done'] === true
  } else repeat.lastOutputs = outputs
}

/** The outputs once all passes have ended. An item whose result was skipped contributes none. */
export function repeatOutputs(repeat: Repeat): Values {
  if (repeat.kind === 'map') {
    const items = repeat.results.filter((result) => result !== undefined)
    const errors = [...repeat.errors]
      .sort(([a], [b]) => a - b)
      .map(([, { code, message, node, item }]) => ({ code, message, node, item }))
    return { items, errors }
  }
  if (repeat.kind === 'reduce') return { result: repeat.carried }
  if (repeat.kind === 'loop') return { value: repeat.carried, count: repeat.next, done: repeat.isDone }
  return repeat.lastOutputs
}
