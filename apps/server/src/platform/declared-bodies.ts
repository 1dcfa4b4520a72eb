import type { Tool } from '@countersign/agent'
import { isFeatureBody, readBody, type BodyContract, type CallBody } from '@countersign/protocol'
import type { Feature } from './feature.ts'

type ParsedInput = Exclude<ReturnType<Tool['parse']>, { readonly error: string }>
type Bodies = ReadonlyMap<string, BodyContract>

/** The kinds of card bodies that these features declare, each under the name of its feature. */
export function bodiesOf(features: readonly Feature[]): Bodies {
  const found = new Map<string, BodyContract>()
  for (const { name, bodies = [] } of features)
    for (const body of bodies) {
      if (!body.kind.startsWith(`${name}.`)) throw new Error(`\`${body.kind}\` is no kind of \`${name}\``)
      if (found.has(body.kind)) throw new Error(`two bodies claim \`${body.kind}\``)
      found.set(body.kind, body)
    }
  return found
}

/**
 * Wraps a tool so that its cards show only declared kinds: an undeclared or invalid body is shown as the arguments. Each tool is wrapped
 * only once, because belts are made repeatedly.
 */
export function declaredBodies(bodies: () => Bodies): (tool: Tool) => Tool {
  const made = new WeakMap<Tool, Tool>()
  return (tool) => {
    const known = made.get(tool)
    if (known) return known
    const limited: Tool = {
      ...tool,
      parse(args) {
        const parsed = tool.parse(args)
        return 'error' in parsed ? parsed : checked(parsed, bodies)
      },
    }
    made.set(tool, limited)
    return limited
  }
}

function checked(parsed: ParsedInput, bodies: () => Bodies): ParsedInput {
  const { args, by, facts, title, complete } = parsed
  return {
    args,
    by,
    facts,
    title,
    complete: complete && (async (asker) => checked(await complete(asker), bodies)),
    async inspect(place, ahead, asker) {
      const inspection = await parsed.inspect(place, ahead, asker)
      const body = declared(inspection.body, bodies())
      return body === inspection.body ? inspection : { ...inspection, body }
    },
  }
}

function declared(body: CallBody, bodies: Bodies): CallBody {
  if (!isFeatureBody(body)) return body
  const contract = bodies.get(body.kind)
  const fits = contract !== undefined && readBody(contract, body) !== undefined
  return fits ? body : { kind: 'arguments', entries: body.entries }
}
