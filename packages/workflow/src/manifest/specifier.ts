import type { Specifier } from '@countersign/policy'
import { canonicalJson } from '@countersign/protocol/canonical'
import type { Json, Values } from '../json.ts'
import type { ToolNodeFacts } from '../nodes/define-node.ts'

/** Tools whose bounds are whole rules, because they start agents with tools of their own. */
export const WHOLE_RULES: ReadonlySet<string> = new Set(['agent.run'])

const PLACE = /\{([\w.$-]+)\}/g

/** The inputs that make up a tool's specifier; undefined for all of them (tools of MCP servers). */
export function specifierInputs({
  name,
  specifier,
}: Pick<ToolNodeFacts, 'name' | 'specifier'>): readonly string[] | undefined {
  if (name.startsWith('mcp__')) return undefined
  return [...specifier.template.matchAll(PLACE)].map(([, input]) => input ?? '')
}

/** Builds the specifier of a call, which rules match, from its inputs. */
export function specifierText(facts: Pick<ToolNodeFacts, 'name' | 'specifier'>, inputs: Values): string {
  if (specifierInputs(facts) === undefined) return canonicalJson(inputs)
  return facts.specifier.template.replaceAll(PLACE, (_all, input: string) => textOf(inputs[input]))
}

/** The specifier as the policy parses it. Paths are not resolved here: that happens when the call is proposed. */
export function specifierOf(facts: Pick<ToolNodeFacts, 'name' | 'specifier'>, inputs: Values): Specifier {
  const text = specifierText(facts, inputs)
  switch (facts.specifier.kind) {
    case 'shell':
      return { kind: 'shell', command: text }
    case 'url':
      return { kind: 'url', url: text }
    case 'text':
      return { kind: 'text', text }
    case 'path': {
      const names = specifierInputs(facts) ?? []
      return { kind: 'path', paths: names.map((name) => ({ asked: textOf(inputs[name]) })) }
    }
  }
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map((item: Json) => textOf(item)).join(', ') : canonicalJson(value)
}
