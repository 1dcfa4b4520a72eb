import { graphError, type GraphError } from './errors.ts'
import type { GraphNode } from './format.ts'
import type { Json, JsonSchema } from './json.ts'
import { badBounds } from './manifest/bounds.ts'
import type { NodeType } from './nodes/define-node.ts'
import { hasSecret } from './secrets.ts'
import { typeWords } from './types/assignable.ts'
import { misfit } from './types/validate.ts'

/** Maximum number of nodes in a graph, including every workflow that it refers to. */
export const MAX_COMPILED = 20_000

/** The only node type that fills in secrets, which it does when it is applied. */
const SECRET_TYPES = new Set(['http.request'])

export function checkLiteral(
  value: Json,
  schema: JsonSchema,
  { node, port, type }: { readonly node: string; readonly port: string; readonly type: NodeType },
): GraphError | undefined {
  if (typeof value === 'object' && hasSecret(value))
    return SECRET_TYPES.has(type.type)
      ? undefined
      : graphError('not_allowed', 'only `http.request` accepts secrets', node, port, [...SECRET_TYPES])
  const why = misfit(value, schema)
  return why === undefined
    ? undefined
    : graphError('wrong_type', `\`${port}\` takes ${typeWords(schema)}: ${why}`, node, port)
}

/** Reports settings that a node of this type cannot have. */
export function checkSettings(node: GraphNode, type: NodeType, address: string): GraphError[] {
  const errors: GraphError[] = []
  const say = (message: string, port: string) =>
    errors.push(graphError('bad_setting', message, address, port))
  const isCalled = type.kind === 'tool' || (type.kind === 'structure' && type.handedOut === 'code')
  const isHandedOut = type.kind === 'tool' || (type.kind === 'structure' && type.handedOut !== undefined)
  if (node.retry !== undefined && !isCalled) say('only a node that calls something can be retried', 'retry')
  if (
    node.retry !== undefined &&
    type.kind === 'tool' &&
    type.facts.repeat === 'never' &&
    node.retry.again !== true
  )
    say('a second call may do it twice: set `again: true` if you mean that', 'retry')
  if (node.timeout !== undefined && !isHandedOut)
    say('only a node that takes time can have a timeout', 'timeout')
  if (node.cache !== undefined)
    say(
      'results are not kept for later runs: remove `cache`; to reuse those of one run, start from a node',
      'cache',
    )
  if (node.bounds !== undefined && type.kind !== 'tool') say('only an effect can have bounds', 'bounds')
  if (node.bounds !== undefined && type.kind === 'tool')
    for (const why of badBounds(type.facts, node.bounds)) say(why, 'bounds')
  if (node.ports !== undefined && type.type !== 'code.javascript' && type.type !== 'human.ask')
    say('only `code.javascript` and `human.ask` can declare ports', 'ports')
  return errors
}
