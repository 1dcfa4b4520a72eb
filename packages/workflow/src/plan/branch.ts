import { canonicalJson } from '@countersign/protocol/canonical'
import type { GraphNode } from '../format.ts'
import type { Json, Values } from '../json.ts'
import { compareNames } from '../nodes/define-node.ts'
import { casesOf } from '../nodes/structure.ts'

/** `if`: passes the value to one of two outputs; the other stays unset, which skips the nodes below it. */
export function ifOutputs({ condition, value }: Values): Values {
  const passed = value ?? condition ?? null
  return { [condition === true ? 'then' : 'else']: passed }
}

/** `switch`: picks the output of the first case that is equal. */
export function switchOutputs(node: GraphNode, { on = null, value }: Values): Values {
  const text = canonicalJson(on)
  const found = casesOf(node).find((one) => canonicalJson(one.value) === text)
  return { [found?.port ?? 'default']: value ?? on }
}

/** `merge`: returns the first value in the order of port names, or all of them. */
export function mergeOutputs({ mode, ...ports }: Values): Values {
  const names = Object.keys(ports).sort(compareNames)
  const values = names.map((name): Json => ports[name] ?? null)
  return mode === 'all' ? { values } : { value: values[0] ?? null }
}
