import type { Tool, ToolOutcome } from '@countersign/agent'
import { maskForModel } from '../audit/mask.ts'

/** Each tool only once, because belts are made repeatedly. */
const made = new WeakMap<Tool, Tool>()

/**
 * Wraps a tool so that its results show no secrets to the model unless a person or their rule allowed this exact call: text that is hidden
 * on the card must not be readable behind it.
 */
export function maskedResults(tool: Tool): Tool {
  const known = made.get(tool)
  if (known) return known
  const masked: Tool = {
    ...tool,
    async run(signed, context) {
      const outcome = await tool.run(signed, context)
      const { via } = context.grounds
      return via === 'person' || via === 'rule' ? outcome : withoutSecrets(outcome)
    },
  }
  made.set(tool, masked)
  return masked
}

const NOTE = '[•••• hides a secret; it is shown if a person allows this exact call]'

function withoutSecrets(outcome: ToolOutcome): ToolOutcome {
  const text = maskForModel(outcome.text)
  const shown = text === outcome.text ? outcome : { ...outcome, text: `${text}\n${NOTE}` }
  const { value } = outcome
  // A workflow gets no more than a model would read.
  return value === undefined ? shown : { ...shown, value: maskedValues(value) }
}

function maskedValues(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedValue(inner)]))
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return maskForModel(value)
  if (Array.isArray(value)) return value.map(maskedValue)
  if (typeof value !== 'object' || value === null) return value
  return maskedValues(value as Record<string, unknown>) // an object of JSON
}
