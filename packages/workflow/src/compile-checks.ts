import { graphError, type GraphError } from './errors.ts'
import type { GraphNode } from './format.ts'
import { isRecord, type Json, type JsonSchema } from './json.ts'
import type { NodeType } from './nodes/define-node.ts'
import { typeWords } from './types/assignable.ts'
import { misfit } from './types/validate.ts'

/** Most nodes of a graph with all the workflows that it names. */
export const MAX_COMPILED = 20_000

/** The one node that fills in secrets, when it is applied. */
const SECRET_TYPES = new Set(['http.request'])

/** Whether a literal holds `{ "$secret": name }` somewhere. */
export function hasSecret(value: Json): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => hasSecret(item))
  if (!isRecord(value)) return false
  return isSecret(value) || Object.values(value as Readonly<Record<string, Json>>).some(hasSecret) // fields of JSON are JSON
}

function isSecret(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value['$secret'] === 'string' && Object.keys(value).length === 1
}

/** The names of the secrets that a literal holds. */
export function secretsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => secretsIn(item))
  if (!isRecord(value)) return []
  if (isSecret(value)) return [String(value['$secret'])]
  return Object.values(value as Readonly<Record<string, Json>>).flatMap(secretsIn) // fields of JSON are JSON
}

export function checkLiteral(
  value: Json,
  schema: JsonSchema,
  { node, port, type }: { readonly node: string; readonly port: string; readonly type: NodeType },
): GraphError | undefined {
  if (typeof value === 'object' && hasSecret(value))
    return SECRET_TYPES.has(type.type)
      ? undefined
      : graphError('not_allowed', 'only `http.request` takes secrets', node, port, [...SECRET_TYPES])
  const why = misfit(value, schema)
  return why === undefined
    ? undefined
    : graphError('wrong_type', `\`${port}\` takes ${typeWords(schema)}: ${why}`, node, port)
}

/** Settings that a node cannot have. */
export function checkSettings(node: GraphNode, type: NodeType, address: string): GraphError[] {
  const errors: GraphError[] = []
  const say = (message: string, port: string) =>
    errors.push(graphError('bad_setting', message, address, port))
  const isCalled = type.kind === 'tool' || (type.kind === 'structure' && type.handedOut === 'code')
  const isHandedOut = type.kind === 'tool' || (type.kind === 'structure' && type.handedOut !== undefined)
  if (node.retry !== undefined && !isCalled) say('only a node that calls something is tried again', 'retry')
  if (
    node.retry !== undefined &&
    type.kind === 'tool' &&
    type.facts.repeat === 'never' &&
    node.retry.again !== true
  )
    say('a second call may do it twice: say `again: true` if that is meant', 'retry')
  if (node.timeout !== undefined && !isHandedOut) say('only a node that takes time has a timeout', 'timeout')
  if (node.cache !== undefined && (type.kind !== 'tool' || type.facts.category !== 'read'))
    say('only the result of a read is used again', 'cache')
  if (node.bounds !== undefined && type.kind !== 'tool') say('only an effect has bounds', 'bounds')
  if (node.ports !== undefined && type.type !== 'code.javascript' && type.type !== 'human.ask')
    say('only `code.javascript` and `human.ask` declare ports', 'ports')
  return errors
}
