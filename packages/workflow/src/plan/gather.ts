import type { CompiledNode } from '../compiled.ts'
import type { Json, Values } from '../json.ts'
import { opened, type OpenFile } from '../file-value.ts'
import { pickValue } from '../types/pick.ts'
import { misfit } from '../types/validate.ts'
import type { Scope } from './scope.ts'

/** The inputs of a node once all its predecessors have ended. */
export type Gathered =
  | { readonly kind: 'values'; readonly values: Values }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unfit'; readonly message: string }

const SKIPPED: Gathered = { kind: 'skipped' }
const CANCELLED: Gathered = { kind: 'cancelled' }

/**
 * Skips the node if a required input is skipped, if a wire to `$after` is, or if all its wires are. Only `merge` accepts the values that are present,
 * and is skipped if there are none.
 */
export function gather(scope: Scope, node: CompiledNode, open?: OpenFile): Gathered {
  const isMerge = node.type.type === 'merge'
  const { wires, after, literals } = node
  let skipped = false
  for (const { source, from } of after) {
    if (source !== -1 && scope.states[source] === 'cancelled') return CANCELLED
    if (valueOf(scope, source, from) === undefined) skipped = true
  }
  if (wires.length === 0) return skipped ? SKIPPED : { kind: 'values', values: literals }
  const values: Record<string, Json> = { ...literals }
  let found = 0
  let unfit: string | undefined
  for (const wire of wires) {
    if (wire.source !== -1 && scope.states[wire.source] === 'cancelled') return CANCELLED
    const whole = valueOf(scope, wire.source, wire.from)
    if (whole === undefined) {
      if (wire.required) skipped = true
      continue
    }
    found += 1
    const read = opened(whole, open)
    const value = wire.pick === undefined ? read : pickValue(read, wire.pick)
    if (value === undefined) {
      if (wire.required) unfit ??= `\`${wire.port}\`: \`${wire.from}\` has no such part`
      continue
    }
    const why = wire.check === undefined ? undefined : misfit(value, wire.check)
    if (why === undefined) values[wire.port] = value
    else unfit ??= `\`${wire.port}\`: ${why}`
  }
  if (skipped || (found === 0 && !(isMerge && hasOther(literals)))) return SKIPPED
  return unfit === undefined ? { kind: 'values', values } : { kind: 'unfit', message: unfit }
}

function hasOther(literals: Values): boolean {
  return Object.keys(literals).some((name) => name !== 'mode')
}

function valueOf(scope: Scope, source: number, port: string): Json | undefined {
  return source === -1 ? scope.inputs[port] : scope.outputs[source]?.[port]
}
